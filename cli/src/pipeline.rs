//! Blocks read, answered and written at the same time, in order.

use std::io;
use std::sync::mpsc::{channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

use crate::answering::{Plan, Worker};
use crate::reading::{Block, Reader};

/// Takes every block from `reader` through a worker to `write`, in order, until `write` fails.
///
/// One thread does it all in turn. With more, each of them answers blocks, while another one reads and
/// the calling one writes. A fixed number of blocks goes round, which bounds the memory.
pub fn run(
    reader: Reader,
    plan: Plan,
    threads: usize,
    write: impl FnMut(&Block) -> io::Result<()>,
) -> io::Result<()> {
    if threads == 1 {
        run_in_turn(reader, plan, write)
    } else {
        run_in_parallel(reader, plan, threads, write)
    }
}

fn run_in_turn(
    mut reader: Reader,
    plan: Plan,
    mut write: impl FnMut(&Block) -> io::Result<()>,
) -> io::Result<()> {
    let mut worker = Worker::new(plan);
    let mut block = Block::new();
    while reader.fill(&mut block) {
        worker.answer(&mut block);
        write(&block)?;
    }
    Ok(())
}

/// The threads are not waited for: when the last block is written they have nothing left to do, and when
/// writing fails the reader may be waiting for input that never comes.
fn run_in_parallel(
    mut reader: Reader,
    plan: Plan,
    threads: usize,
    mut write: impl FnMut(&Block) -> io::Result<()>,
) -> io::Result<()> {
    let (recycle, spare) = channel();
    for _ in 0..2 * threads + 2 {
        // The receiver is right here.
        let _ = recycle.send(Block::new());
    }
    let (to_workers, work) = channel();
    let (to_writer, in_order) = channel();

    thread::spawn(move || {
        while let Ok(mut block) = spare.recv()
            && reader.fill(&mut block)
        {
            // Each block has a way of its own to the writer, who looks at them in order.
            let (answered, answer) = sync_channel(1);
            if to_workers.send((block, answered)).is_err() || to_writer.send(answer).is_err() {
                break;
            }
        }
    });

    let work = Arc::new(Mutex::new(work));
    for _ in 0..threads {
        let work = work.clone();
        thread::spawn(move || {
            let mut worker = Worker::new(plan);
            loop {
                let next = work.lock().ok().and_then(|work| work.recv().ok());
                let Some((mut block, answered)) = next else { break };
                worker.answer(&mut block);
                if answered.send(block).is_err() {
                    break;
                }
            }
        });
    }

    for answer in in_order {
        let Ok(block) = answer.recv() else { break };
        write(&block)?;
        // The reader is gone after the last block.
        let _ = recycle.send(block);
    }
    Ok(())
}
