//! Input, output, and the objects that live longer than a call.

use std::alloc::{Layout, alloc};
use std::cell::RefCell;
use std::fmt::{Display, Write};
use std::mem::MaybeUninit;

use lanedoku::{GeneratorWorkspace, Search};
use lanedoku_steps::Explainer;

/// The longest input, in bytes.
const LONGEST_INPUT: usize = 1 << 24;

/// The most searches that may be open at a time.
const MOST_SEARCHES: usize = 64;

/// The result of a call that has failed. The message is in the output.
pub(crate) const FAILED: i32 = -1;

/// All that the module keeps between two calls.
pub(crate) struct ModuleMemory {
    pub input: Vec<u8>,
    pub output: Output,
    searches: OpenObjects<Box<Search>>,
    generator: Option<Box<GeneratorWorkspace>>,
    explainer: Option<Box<Explainer>>,
}

/// Objects that are open from call to call, each with a number.
pub(crate) struct OpenObjects<T>(Vec<Option<T>>);

impl<T> OpenObjects<T> {
    pub const fn new() -> Self {
        OpenObjects(Vec::new())
    }

    /// Returns the least free number, if it is less than `most`.
    pub fn free(&mut self, most: usize) -> Option<usize> {
        let free = self.0.iter().position(Option::is_none).unwrap_or(self.0.len());
        if free == self.0.len() && free < most {
            self.0.push(None);
        }
        (free < most).then_some(free)
    }

    /// Opens an object with a free number.
    pub fn open(&mut self, number: usize, object: T) -> &mut T {
        self.0[number].insert(object)
    }

    /// Returns an open object.
    pub fn get(&mut self, number: u32) -> Option<&mut T> {
        self.0.get_mut(number as usize)?.as_mut()
    }

    /// Frees an object, if there is one with this number.
    pub fn end(&mut self, number: u32) {
        if let Some(object) = self.0.get_mut(number as usize) {
            *object = None;
        }
    }
}

thread_local! {
    static MEMORY: RefCell<ModuleMemory> = const {
        RefCell::new(ModuleMemory {
            input: Vec::new(),
            output: Output(Vec::new()),
            searches: OpenObjects::new(),
            generator: None,
            explainer: None,
        })
    };
}

/// The answer of a call: numbers in little-endian order, one after the other.
pub(crate) struct Output(Vec<u8>);

impl Output {
    pub fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    pub fn masks(&mut self, masks: &[u16; 81]) {
        for mask in masks {
            self.bytes(&mask.to_le_bytes());
        }
    }

    /// A number of steps or guesses. JavaScript's numbers are exact up to 2^53.
    pub fn number(&mut self, number: u64) {
        self.float(number as f64);
    }

    pub fn float(&mut self, number: f64) {
        self.bytes(&number.to_le_bytes());
    }

    /// A text, after its length in two bytes.
    pub fn text(&mut self, text: impl Display) {
        let start = self.0.len();
        self.bytes(&[0; 2]);
        // The output takes any text.
        let _ = write!(self, "{text}");
        let length = (self.0.len() - start - 2).min(usize::from(u16::MAX));
        self.0.truncate(start + 2 + length);
        self.0[start..start + 2].copy_from_slice(&(length as u16).to_le_bytes());
    }

    /// Makes an output of zeros, in parts of these lengths. Returns `None` if there is no memory for it.
    pub fn parts<const COUNT: usize>(&mut self, lengths: [usize; COUNT]) -> Option<[&mut [u8]; COUNT]> {
        let all = lengths.iter().sum();
        self.0.clear();
        self.0.try_reserve(all).ok()?;
        self.0.resize(all, 0);
        let mut rest = self.0.as_mut_slice();
        Some(lengths.map(|length| {
            let (part, others) = std::mem::take(&mut rest).split_at_mut(length);
            rest = others;
            part
        }))
    }

    /// Overwrites bytes from this place on.
    #[cfg(feature = "layouts")]
    pub fn put(&mut self, place: usize, bytes: &[u8]) {
        self.0.iter_mut().skip(place).zip(bytes).for_each(|(place, byte)| *place = *byte);
    }

    /// Replaces the whole output by a message.
    pub fn fail<T>(&mut self, message: impl Display) -> Result<T, Failed> {
        self.0.clear();
        let _ = write!(self, "{message}");
        Err(Failed)
    }
}

impl Write for Output {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.bytes(text.as_bytes());
        Ok(())
    }
}

/// The call has failed; the message is in the output.
pub(crate) struct Failed;

/// Runs a call with an empty output.
pub(crate) fn call(job: impl FnOnce(&mut ModuleMemory) -> Result<u32, Failed>) -> i32 {
    MEMORY.with_borrow_mut(|memory| {
        memory.output.0.clear();
        match job(memory) {
            Ok(result) => result as i32,
            Err(Failed) => FAILED,
        }
    })
}

impl ModuleMemory {
    /// Opens a search and returns its number.
    pub fn open_search(&mut self) -> Result<(usize, &mut Search), Failed> {
        let Some(free) = self.searches.free(MOST_SEARCHES) else {
            return self.output.fail(format_args!("{MOST_SEARCHES} counts and visits are open: free some"));
        };
        let opened = new_box(Search::write_new);
        let Some(opened) = opened else { return self.output.fail("there is no more memory") };
        Ok((free, self.searches.open(free, opened)))
    }

    /// An open search, and the output.
    pub fn search(&mut self, number: u32) -> Result<(&mut Search, &mut Output), Failed> {
        match self.searches.get(number) {
            Some(search) => Ok((search, &mut self.output)),
            None => self.output.fail("it has been freed"),
        }
    }

    /// The memory of the generator, and the output.
    pub fn generator(&mut self) -> Result<(&mut GeneratorWorkspace, &mut Output), Failed> {
        kept(&mut self.generator, GeneratorWorkspace::write_new, &mut self.output)
    }

    /// The memory of human solving steps, and the output.
    pub fn explainer(&mut self) -> Result<(&mut Explainer, &mut Output), Failed> {
        kept(&mut self.explainer, Explainer::write_new, &mut self.output)
    }
}

/// Returns an object, created on first use.
fn kept<'a, T>(
    slot: &'a mut Option<Box<T>>,
    write_new: fn(&mut MaybeUninit<T>) -> &mut T,
    output: &'a mut Output,
) -> Result<(&'a mut T, &'a mut Output), Failed> {
    if slot.is_none() {
        *slot = new_box(write_new);
    }
    match slot {
        Some(kept) => Ok((kept, output)),
        None => output.fail("there is no more memory"),
    }
}

/// Makes a large object on the heap. Returns `None` if there is no memory for it.
pub(crate) fn new_box<T>(write_new: fn(&mut MaybeUninit<T>) -> &mut T) -> Option<Box<T>> {
    const { assert!(size_of::<T>() > 0) };
    // SAFETY: the size is not zero.
    let memory = unsafe { alloc(Layout::new::<T>()) }.cast::<MaybeUninit<T>>();
    if memory.is_null() {
        return None;
    }
    // SAFETY: the memory has just been allocated with the layout of the type, and nothing else refers to it.
    let mut memory = unsafe { Box::from_raw(memory) };
    write_new(&mut memory);
    // SAFETY: `write_new` has returned a reference to the initialized object.
    Some(unsafe { memory.assume_init() })
}

/// Returns the place where JavaScript writes the input of the next call, in so many bytes. Returns null if that is too
/// long. The place is valid until the next call of this function.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    MEMORY.with_borrow_mut(|ModuleMemory { input, .. }| {
        let more = length.saturating_sub(input.len());
        if length > LONGEST_INPUT || input.try_reserve_exact(more).is_err() {
            return std::ptr::null_mut();
        }
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Returns the place of the answer of the last call.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    MEMORY.with_borrow(|memory| memory.output.0.as_ptr())
}

/// Returns the length of the answer of the last call.
#[unsafe(no_mangle)]
pub extern "C" fn output_length() -> usize {
    MEMORY.with_borrow(|memory| memory.output.0.len())
}

/// Frees a count or a visit. Frees nothing if there is none with this number.
#[unsafe(no_mangle)]
pub extern "C" fn end_search(number: u32) {
    MEMORY.with_borrow_mut(|memory| memory.searches.end(number));
}

/// Frees what a long call has left: the input, the output, and the memory of the generator and of human solving steps.
#[unsafe(no_mangle)]
pub extern "C" fn trim() {
    MEMORY.with_borrow_mut(|memory| {
        (memory.generator, memory.explainer) = (None, None);
        (memory.input, memory.output.0) = (Vec::new(), Vec::new());
    });
}

/// Answers with the version.
#[unsafe(no_mangle)]
pub extern "C" fn about() -> i32 {
    call(|memory| {
        memory.output.text(env!("CARGO_PKG_VERSION"));
        Ok(0)
    })
}
