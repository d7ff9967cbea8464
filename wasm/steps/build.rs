//! Without the feature `full`, `cfg(basic_steps)` leaves out the harder techniques.

fn main() {
    println!("cargo::rustc-check-cfg=cfg(basic_steps)");
    if std::env::var_os("CARGO_FEATURE_FULL").is_none() {
        println!("cargo::rustc-cfg=basic_steps");
    }
}
