//! Compressed input, detected by its first bytes, and unsupported encodings.
//!
//! Data is decompressed while it is read; it is never in memory as a whole.

use std::error::Error;
use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::GzDecoder;
use lzma_rust2::XzReader;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// The encoding of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// No known signature: text.
    Plain,
    Gzip,
    Zstd,
    Xz,
    /// Recognized but not supported; with its name and what to do.
    Refused(&'static str),
}

const UTF_16: Encoding = Encoding::Refused("UTF-16; convert it to UTF-8, for example with `iconv -t utf-8`");
const UTF_32: Encoding = Encoding::Refused("UTF-32; convert it to UTF-8, for example with `iconv -t utf-8`");
const TAR: Encoding = Encoding::Refused("a tar archive; unpack it first, for example with `tar -xO`");
const ZIP: Encoding = Encoding::Refused("a zip archive; unpack it first, for example with `unzip -p`");

/// The first bytes of each encoding.
const MAGIC: [(&[u8], Encoding); 15] = [
    (b"\x1f\x8b", Encoding::Gzip),
    (b"\x28\xb5\x2f\xfd", Encoding::Zstd),
    (b"\xfd7zXZ\0", Encoding::Xz),
    (b"\xff\xfe\0\0", UTF_32),
    (b"\0\0\xfe\xff", UTF_32),
    (b"\xff\xfe", UTF_16),
    (b"\xfe\xff", UTF_16),
    (b"\x04\x22\x4d\x18", Encoding::Refused("lz4 data; decompress it first, for example with `lz4 -dc`")),
    (b"BZh", Encoding::Refused("bzip2 data; decompress it first, for example with `bzip2 -dc`")),
    (b"PK\x03\x04", ZIP),
    // An empty archive, and a split one.
    (b"PK\x05\x06", ZIP),
    (b"PK\x07\x08", ZIP),
    (b"\x5d\0\0", Encoding::Refused("lzma data; decompress it first, for example with `xz -dc`")),
    (b"7z\xbc\xaf\x27\x1c", Encoding::Refused("a 7z archive; unpack it first, for example with `7z x -so`")),
    // A skippable zstd frame, written by parallel compressors.
    (b"\x50\x2a\x4d\x18", Encoding::Zstd),
];

/// The memory limit of xz, in KiB. `xz -9` needs a little more than 64 MiB.
const XZ_MEMORY: u32 = 1 << 18;

impl Encoding {
    /// Returns the encoding of data with these first bytes; `None` if more are needed.
    pub fn of(head: &[u8]) -> Option<Encoding> {
        if let Some((_, encoding)) = MAGIC.iter().find(|(magic, _)| head.starts_with(magic)) {
            return Some(*encoding);
        }
        // Text in UTF-16 without a mark: every other byte is 0.
        let has_zeros =
            |first| head.len() >= 4 && head.iter().skip(first).step_by(2).take(8).all(|byte| *byte == 0);
        if has_zeros(0) || has_zeros(1) {
            return Some(UTF_16);
        }
        if head.get(257..262) == Some(b"ustar") {
            return Some(TAR);
        }
        let undecided = MAGIC.iter().any(|(magic, _)| magic.starts_with(head));
        (!undecided).then_some(Encoding::Plain)
    }
}

/// Returns the decompressed `input`. Calls `read` once to detect the encoding, or again if the first bytes are an
/// incomplete signature.
///
/// # Errors
///
/// Returns the errors of `input`, and an error for an unsupported encoding. Errors in compressed data appear when it is
/// read.
pub fn open(mut input: Box<dyn Read + Send>) -> io::Result<Box<dyn Read + Send>> {
    // All that a pipe has: the reader of puzzles looks at the lines that have arrived.
    let mut head = vec![0; 1 << 16];
    let mut filled = 0;
    let encoding = loop {
        match input.read(&mut head[filled..]) {
            Ok(0) => break Encoding::Plain,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        if filled > 0
            && let Some(encoding) = Encoding::of(&head[..filled])
        {
            break encoding;
        }
    };
    head.truncate(filled);
    let whole = io::Cursor::new(head).chain(input);
    let (name, decoder): (_, Box<dyn Read + Send>) = match encoding {
        Encoding::Plain => return Ok(Box::new(whole)),
        Encoding::Refused(name) => {
            return Err(io::Error::new(io::ErrorKind::InvalidData, format!("is {name}")));
        }
        Encoding::Gzip => ("gzip", Box::new(Gzip(Some(GzDecoder::new(BufReader::new(whole)))))),
        Encoding::Zstd => ("zstd", Box::new(Zstd::new(BufReader::new(whole)))),
        Encoding::Xz => ("xz", Box::new(XzReader::new_mem_limit(BufReader::new(whole), true, XZ_MEMORY))),
    };
    Ok(Box::new(Decompressor { name, decoder: Some(decoder) }))
}

/// A decoder with error messages that name the format.
struct Decompressor {
    name: &'static str,
    /// `None` after an error, because the decoder may be in an invalid state.
    decoder: Option<Box<dyn Read + Send>>,
}

impl Read for Decompressor {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(decoder) = &mut self.decoder else { return Ok(0) };
        let name = self.name;
        match decoder.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => {
                self.decoder = None;
                Err(match error.kind() {
                    _ if is_early_end(&error) => {
                        io::Error::new(io::ErrorKind::UnexpectedEof, format!("truncated {name} data"))
                    }
                    io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput | io::ErrorKind::Other => {
                        io::Error::new(io::ErrorKind::InvalidData, format!("corrupt {name} data: {error}"))
                    }
                    io::ErrorKind::OutOfMemory => io::Error::new(
                        error.kind(),
                        format!("the {name} data needs too much memory to decompress"),
                    ),
                    _ => error,
                })
            }
            read => read,
        }
    }
}

/// Returns whether an error, or one of its causes, is the end of the data.
fn is_early_end(error: &io::Error) -> bool {
    if error.kind() == io::ErrorKind::UnexpectedEof {
        return true;
    }
    let mut cause: Option<&(dyn Error + 'static)> = error.get_ref().map(|inner| inner as _);
    while let Some(inner) = cause {
        if let Some(error) = inner.downcast_ref::<io::Error>()
            && error.kind() == io::ErrorKind::UnexpectedEof
        {
            return true;
        }
        cause = inner.source();
    }
    false
}

/// Decodes all members of gzip data. Zeros after a member, which tapes and some servers add, are ignored, as by `gzip`.
struct Gzip<R>(Option<GzDecoder<R>>);

impl<R: BufRead> Read for Gzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(decoder) = &mut self.0 {
            match decoder.read(buffer)? {
                0 if !buffer.is_empty() => {}
                count => return Ok(count),
            }
            let Some(mut source) = self.0.take().map(GzDecoder::into_inner) else { break };
            while let [0, ..] = source.fill_buf()? {
                source.consume(1);
            }
            self.0 = (!source.fill_buf()?.is_empty()).then(|| GzDecoder::new(source));
        }
        Ok(0)
    }
}

/// Decodes all frames of zstd data.
struct Zstd<R> {
    source: R,
    decoder: FrameDecoder,
    in_frame: bool,
}

impl<R: BufRead> Zstd<R> {
    fn new(source: R) -> Self {
        Zstd { source, decoder: FrameDecoder::new(), in_frame: false }
    }

    /// Reads the header of the next frame with data. Returns false at the end.
    fn begin_frame(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.source) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let length = u64::from(length);
                    if io::copy(&mut self.source.by_ref().take(length), &mut io::sink())? < length {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        Ok(false)
    }
}

impl<R: BufRead> Read for Zstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if !self.in_frame && !self.begin_frame()? {
                return Ok(0);
            }
            self.in_frame = true;
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                self.decoder
                    .decode_blocks(&mut self.source, BlockDecodingStrategy::UptoBlocks(1))
                    .map_err(io::Error::other)?;
            }
            match self.decoder.read(buffer)? {
                0 => {}
                count => return Ok(count),
            }
            let expected = self.decoder.get_checksum_from_data();
            if expected.is_some() && expected != self.decoder.get_calculated_checksum() {
                return Err(io::Error::other("wrong checksum"));
            }
            self.in_frame = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = b"123\n456\n";

    const GZIP: &[u8] = &[
        0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x33, 0x34, 0x32, 0xe6, 0x32, 0x31, 0x35,
        0xe3, 0x02, 0x00, 0xb5, 0x65, 0xc7, 0xef, 0x08, 0x00, 0x00, 0x00,
    ];
    const ZSTD: &[u8] = &[
        0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x58, 0x41, 0x00, 0x00, 0x31, 0x32, 0x33, 0x0a, 0x34, 0x35, 0x36, 0x0a,
        0x2a, 0xac, 0xba, 0x1b,
    ];
    const XZ: &[u8] = &[
        0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00, 0x00, 0x04, 0xe6, 0xd6, 0xb4, 0x46, 0x02, 0x00, 0x21, 0x01, 0x1c,
        0x00, 0x00, 0x00, 0x10, 0xcf, 0x58, 0xcc, 0x01, 0x00, 0x07, 0x31, 0x32, 0x33, 0x0a, 0x34, 0x35, 0x36,
        0x0a, 0x00, 0xbc, 0xb3, 0xfa, 0x18, 0x76, 0x41, 0x58, 0x4c, 0x00, 0x01, 0x20, 0x08, 0xbb, 0x19, 0xd9,
        0xbb, 0x1f, 0xb6, 0xf3, 0x7d, 0x01, 0x00, 0x00, 0x00, 0x00, 0x04, 0x59, 0x5a,
    ];

    /// Reads at most this many bytes at a time.
    struct SmallReads(io::Cursor<Vec<u8>>, usize);

    impl Read for SmallReads {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let end = buffer.len().min(self.1);
            self.0.read(&mut buffer[..end])
        }
    }

    fn read(bytes: &[u8], size: usize) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        open(Box::new(SmallReads(io::Cursor::new(bytes.to_vec()), size)))?.read_to_end(&mut text)?;
        Ok(text)
    }

    #[test]
    fn compression_is_detected_by_the_first_bytes() {
        for size in [1, 3, 1000] {
            for archive in [GZIP, ZSTD, XZ] {
                assert_eq!(read(archive, size).unwrap(), TEXT);
                // Concatenated, as by `cat`.
                assert_eq!(read(&archive.repeat(3), size).unwrap(), TEXT.repeat(3));
            }
            for zeros in [1, 511, 40_000] {
                let padded = [GZIP, &vec![0; zeros][..], GZIP, &vec![0; zeros]].concat();
                assert_eq!(read(&padded, size).unwrap(), TEXT.repeat(2));
            }
            let skipped = [&b"\x50\x2a\x4d\x18\x03\0\0\0abc"[..], ZSTD].concat();
            assert_eq!(read(&skipped, size).unwrap(), TEXT);
            for text in [&b""[..], b"1", b"(", b"P", b"P*", b"\x1f", b"\xfd7zX", b"\xef\xbb\xbf1", TEXT] {
                assert_eq!(read(text, size).unwrap(), text);
            }
        }
    }

    #[test]
    fn errors_name_the_compression() {
        for (name, archive) in [("gzip", GZIP), ("zstd", ZSTD), ("xz", XZ)] {
            for length in 6..archive.len() {
                let error = read(&archive[..length], 1000).unwrap_err().to_string();
                assert_eq!(error, format!("truncated {name} data"), "{length}");
            }
            let mut wrong = archive.to_vec();
            let middle = archive.len() - 5;
            wrong[middle] ^= 0xff;
            let error = read(&wrong, 1000).unwrap_err().to_string();
            assert!(error.starts_with(&format!("corrupt {name} data: ")), "{error}");
            // Any data ends, with an error or text.
            for place in 0..archive.len() {
                for bit in 0..8 {
                    let mut wrong = archive.to_vec();
                    wrong[place] ^= 1 << bit;
                    let _ = read(&wrong, 7);
                }
            }
        }
    }

    #[test]
    fn other_encodings_are_refused_by_name() {
        for (name, data) in [
            ("UTF-16", &b"\xff\xfe1\0"[..]),
            ("UTF-16", b"\xfe\xff\x001"),
            ("UTF-32", b"\0\0\xfe\xff\0\0\x001"),
            ("lz4", b"\x04\x22\x4d\x18\x64\x40"),
            ("bzip2", b"BZh91AY&SY\xc6"),
            ("zip", b"PK\x03\x04\x14\0\0\0\x08\0"),
            ("zip", b"PK\x05\x06\0\0\0\0\0\0"),
            ("lzma", b"\x5d\0\0\x80\0\xff\xff\xff\xff"),
            ("7z", b"7z\xbc\xaf\x27\x1c\0\x04"),
        ] {
            for size in [1, 3, 1000] {
                let error = read(data, size).unwrap_err().to_string();
                assert!(error.starts_with("is ") && error.contains(name), "{error}");
            }
        }
        // These show only in more than a few bytes.
        let archive = [&b"puzzles.txt"[..], &[0; 246], b"ustar\x0000", &[0; 250]].concat();
        for (name, data) in
            [("UTF-16", &b"1\x002\x003\0"[..]), ("UTF-16", b"\x001\x002\x003"), ("a tar archive", &archive)]
        {
            let error = read(data, 1000).unwrap_err().to_string();
            assert!(error.starts_with(&format!("is {name}")), "{error}");
        }
        for text in [&b"7"[..], b"7z", b"BZ", b"PK", b"PK\x03", b"]", b"]\0"] {
            assert_eq!(read(text, 1).unwrap(), text);
        }
    }

    /// A frame without data, as parallel compressors write before each part.
    #[test]
    fn a_cut_skippable_frame_is_truncated_data() {
        let skippable = b"\x50\x2a\x4d\x18\x05\0\0\0abcde";
        for before in [&b""[..], ZSTD] {
            let whole = [before, skippable].concat();
            assert_eq!(read(&whole, 7).unwrap().len(), before.len().min(TEXT.len()));
            for length in before.len() + 4..whole.len() {
                let error = read(&whole[..length], 7).unwrap_err().to_string();
                assert_eq!(error, "truncated zstd data", "{length}");
            }
        }
    }

    /// A signal may interrupt any read, even the first, without any effect on the text.
    #[test]
    fn interrupted_reads_are_repeated() {
        struct Interrupted(SmallReads, bool);
        impl Read for Interrupted {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                self.1 = !self.1;
                if self.1 { Err(io::ErrorKind::Interrupted.into()) } else { self.0.read(buffer) }
            }
        }
        for archive in [TEXT, GZIP, ZSTD, XZ] {
            let mut text = Vec::new();
            let input = Interrupted(SmallReads(io::Cursor::new(archive.to_vec()), 3), false);
            open(Box::new(input)).unwrap().read_to_end(&mut text).unwrap();
            assert_eq!(text, TEXT);
        }
    }

    /// A pipe with one line, which panics when it is read again.
    #[test]
    fn one_line_is_available_without_waiting_for_the_next() {
        struct SingleRead(Option<&'static [u8]>);
        impl Read for SingleRead {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let line = self.0.take().expect("one read");
                buffer[..line.len()].copy_from_slice(line);
                Ok(line.len())
            }
        }
        let mut text = open(Box::new(SingleRead(Some(b"12..\n")))).unwrap();
        let mut buffer = [0; 100];
        assert_eq!(text.read(&mut buffer).unwrap(), 5);
        assert_eq!(&buffer[..5], b"12..\n");
    }
}
