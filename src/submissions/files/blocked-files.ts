import { endingOf } from './clean-file-name.ts';
import { octetsOf, type FileContent } from './file-content.ts';

/**
 * Files that Gmail refuses, also in archives: https://support.google.com/mail/answer/6590 ("File
 * types blocked in Gmail"), read in November 2026.
 */
const BLOCKED_BY_GMAIL =
  'ade adp apk appx appxbundle bat cab chm cmd com cpl diagcab diagcfg diagpkg dll dmg ex ex_ exe hta img ' +
  'ins iso isp jar jnlp js jse lib lnk mde mjs msc msi msix msixbundle msp mst nsh pif ps1 scr sct shb sys ' +
  'vb vbe vbs vhd vxd wsc wsf wsh xll';

const BLOCKED_ENDINGS: ReadonlySet<string> = new Set(
  BLOCKED_BY_GMAIL.split(' ').map((ending) => `.${ending}`),
);

/** Endings of one compressed file, which Gmail looks through: `x.exe.gz`. */
const COMPRESSED = /\.(?:gz|bz2|xz|zst|z)$/i;

/** Endings of archives, which Gmail refuses in an archive with a password. */
const ARCHIVE = /\.(?:zip|gz|tgz|taz|tar|bz2|tbz2?|xz|txz|zst|z|rar|7z|arj|lzh|lha|ace)$/i;

const PLAIN = /^[ -~]*$/;

/** Characters of a name that may contain its ending; normalising marks takes quadratic time. */
const MOST_READ = 256;

const withoutHidden = (name: string): string => name.replace(/\p{DI}/gu, '').trimEnd();

/** The end of a name as people read it: without invisible signs, with usual forms of letters. */
const asRead = (name: string): string =>
  PLAIN.test(name)
    ? name.trimEnd()
    : withoutHidden(withoutHidden(name).slice(-MOST_READ).normalize('NFKC'));

/** True if Gmail refuses files of this name. */
export const isBlockedName = (name: string): boolean =>
  BLOCKED_ENDINGS.has(endingOf(asRead(name).replace(COMPRESSED, '')));

/** First octets, in Latin-1, of the kinds in that list, and of programs of other systems. */
const BLOCKED_STARTS: readonly RegExp[] = [
  /^MZ[^]{0,62}[\0-\x08]/, // Windows programs and libraries; text may begin with these letters
  /^\x7fELF/,
  /^\xfe\xed\xfa[\xce\xcf]|^[\xce\xcf]\xfa\xed\xfe/, // Mach-O
  /^\xca\xfe\xba\xbe/, // Mach-O for several processors; Java classes
  /^dex\n\d{3}\0/, // Android
  /^!<arch>\n/, // .lib and .a
  /^L\0\0\0\x01\x14\x02\0/, // Windows shortcuts
  /^MSCF\0{4}|^ISc\(/, // cabinets
  /^ITSF\x03\0{3}/, // .chm
  /^conectix\0|^vhdxfile/, // virtual disks
  /^\0\x01\0\0Standard (?:Jet|ACE) DB/, // Access
];

/** Scripts, by their interpreter. Archives of software have them, and Gmail takes these. */
const SCRIPT = /^(?:\xef\xbb\xbf)?#![ \t]*\/[^\r\n]/;

export const isScript = (start: string): boolean => SCRIPT.test(start);

/** `CD001` of ISO 9660, in its first descriptor; `BEA01` of UDF is there too. */
const DISK_AT = 0x8001;

/** The start of the last 512 octets of a macOS disk image, and of a fixed-size virtual disk. */
const TRAILERS = ['koly\0', 'conectix\0'];

/** Classes of compound files that install programs, at the root: .msi, .msp, .mst. */
const INSTALLERS = /^[\x84\x86\x82]\x10\x0c\0\0\0\0\0\xc0\0\0\0\0\0\0F$/;

export const COMPOUND = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

/** True if a compound file (MS-CFB, 2.2 and 2.6) is an installer, by the class of its root. */
function isInstaller(content: FileContent, start: string): boolean {
  if (!start.startsWith(COMPOUND)) return false;
  const header = Buffer.from(start, 'latin1');
  if (header.length < 512) return false;
  const sector = header[30] === 12 ? 4_096 : 512;
  const directory = (header.readUInt32LE(48) + 1) * sector;
  return INSTALLERS.test(octetsOf(content, directory + 80, 16));
}

/** True for content that mail providers block. `start`: the first octets in Latin-1. */
export function isBlockedContent(content: FileContent, start: string): boolean {
  return (
    BLOCKED_STARTS.some((mark) => mark.test(start)) ||
    ['CD001', 'BEA01'].includes(octetsOf(content, DISK_AT, 5)) ||
    TRAILERS.some((mark) => octetsOf(content, content.size - 512, mark.length) === mark) ||
    isInstaller(content, start)
  );
}

/** Files in archives that make them programs: of Java, Android and Windows. */
const OF_PROGRAMS: ReadonlySet<string> = new Set([
  'META-INF/MANIFEST.MF',
  'AndroidManifest.xml',
  'AppxManifest.xml',
  'AppxBlockMap.xml',
  'AppxMetadata/AppxBundleManifest.xml',
]);

const ENDS = /[\s.]/;

/** Without the dots and spaces at its end, which Windows leaves out. */
function withoutEnd(name: string): string {
  let end = name.length;
  while (end > 0 && ENDS.test(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end);
}

/** The names that programs may save: some stop at a NUL, or before a stream's name. */
function savedAs(name: string): string[] {
  // A drive, a file, a stream and its type: what follows names nothing.
  const parts = name.split(/[\0:]/, 4);
  return (parts[0] === name ? parts : [name, ...parts]).map(withoutEnd);
}

export const isArchiveName = (name: string): boolean =>
  savedAs(name).some((saved) => ARCHIVE.test(saved));

/** True if mail providers block archives with a file of this name. */
export const isBlockedInArchive = (name: string): boolean =>
  OF_PROGRAMS.has(name) || savedAs(name).some(isBlockedName);
