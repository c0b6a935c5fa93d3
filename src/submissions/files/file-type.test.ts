import assert from 'node:assert/strict';
import { it } from 'node:test';
import { contentOf } from './file-content.ts';
import { startOf, typeOf } from './file-type.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');

/** The first box of a picture or a film: its major brand, and the compatible ones. */
function brands(major: string, ...compatible: string[]): Buffer {
  const box = latin(`\0\0\0\0ftyp${major}\0\0\0\0${compatible.join('')}`);
  box.writeUInt32BE(box.length);
  return Buffer.concat([box, latin('\0\0\0\x10mdat')]);
}

const PDF = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n\0\x01';
const PRINTER = '\x1b%-12345X@PJL JOB\r\n@PJL ENTER LANGUAGE=PDF\r\n';

const TYPES: [what: string, name: string, content: string | Buffer, type: string][] = [
  ['a PDF', 'cv.pdf', PDF, 'application/pdf'],
  ['a PDF behind a mark of UTF-8', 'cv.pdf', `\xef\xbb\xbf${PDF}`, 'application/pdf'],
  ['a PDF behind a line break', 'cv.pdf', `\r\n${PDF}`, 'application/pdf'],
  ['a PDF behind blanks', 'cv.pdf', `${' '.repeat(900)}${PDF}`, 'application/pdf'],
  ['a PDF behind NULs', 'cv.pdf', `${'\0'.repeat(128)}${PDF}`, 'application/pdf'],
  ['a PDF behind lines for a printer', 'cv.pdf', PRINTER + PDF, 'application/pdf'],
  ['a PDF behind a header line', 'cv.pdf', `HTTP/1.1 200 OK\r\n\r\n${PDF}`, 'application/pdf'],
  ['a PDF of ASCII behind a header line', 'cv.PDF', 'Report\n%PDF-1.4\n1 0 obj', 'application/pdf'],
  [
    'a PDF whose mark ends at octet 1,024',
    'a.pdf',
    `${'x'.repeat(1_017)}\n%PDF-1`,
    'application/pdf',
  ],
  ['a PDF whose mark ends later', 'a.pdf', `${'x'.repeat(1_018)}\n%PDF-1`, 'text/plain'],
  ['a text about PDF', 'notes.txt', 'Files begin with:\n%PDF-1.7\n', 'text/plain'],
  ['a text with the mark in a line', 'a.pdf', 'It begins with %PDF-1.7\n', 'text/plain'],
  [
    'a web page before a PDF',
    'cv.pdf',
    `<script>alert(1)</script>\n${PDF}`,
    'application/octet-stream',
  ],
  ['a web page of text before a PDF', 'cv.pdf', '<html>\n%PDF-1.7', 'text/html'],
  ['an SVG before a PDF', 'cv.pdf', `<svg onload=alert(1)>\n${PDF}`, 'application/octet-stream'],
  [
    'a picture with a PDF in it',
    'cv.pdf',
    latin(`\x89PNG\r\n\x1a\n\0\0\0\rIHDR\n${PDF}`),
    'image/png',
  ],
  ['a GIF with a PDF in it', 'cv.pdf', latin(`GIF89a\x01\0\x01\0\0\0\0\n${PDF}`), 'image/gif'],
  ['HEIC', 'a.heic', brands('heic', 'mif1', 'heic'), 'image/heic'],
  ['HEIC of a camera', 'a.heic', brands('mif1', 'mif1', 'heic', 'MiHE'), 'image/heic'],
  ['HEIC with deep colours', 'a.heic', brands('heix', 'mif1'), 'image/heic'],
  ['HEIC in layers', 'a.heic', brands('heim', 'mif1'), 'image/heic'],
  ['HEIC in layers by compatible brands', 'a.heic', brands('mif1', 'mif1', 'heis'), 'image/heic'],
  ['a sequence of HEIC', 'a.heics', brands('msf1', 'msf1', 'hevc'), 'image/heic'],
  ['a sequence by its major brand', 'a.heic', brands('hevc', 'msf1'), 'image/heic'],
  ['HEIF of another coding', 'a.heif', brands('mif1', 'mif1', 'avci'), 'image/heif'],
  [
    'a brand beyond the box',
    'a.heif',
    Buffer.concat([brands('mif1'), latin('heic')]),
    'image/heif',
  ],
  ['AVIF', 'a.avif', brands('avif', 'mif1', 'miaf'), 'image/avif'],
  ['AVIF by compatible brands', 'a.avif', brands('mif1', 'mif1', 'avif', 'miaf'), 'image/avif'],
  ['a sequence of AVIF', 'a.avif', brands('msf1', 'avis', 'msf1'), 'image/avif'],
  ['MP4', 'a.mp4', brands('isom', 'isom', 'avc1', 'mp41'), 'video/mp4'],
  ['MP4 of a camera', 'a.mp4', brands('XAVC', 'XAVC', 'mp42'), 'video/mp4'],
  ['MP4 that names HEIC', 'a.mp4', brands('mp42', 'heic'), 'video/mp4'],
  ['M4A', 'a.m4a', brands('M4A ', 'mp42'), 'audio/mp4'],
  ['M4V', 'a.m4v', brands('M4V ', 'mp42'), 'video/mp4'],
  ['a film of QuickTime', 'a.mov', brands('qt  ', 'qt  '), 'video/quicktime'],
  ['an older film of QuickTime', 'a.mov', latin('\0\0\0\x08wide\0\0\x10\0mdat'), 'video/quicktime'],
  ['TIFF of Intel', 'a.tif', latin('II*\0\x08\0\0\0'), 'image/tiff'],
  ['TIFF of Motorola', 'a.tif', latin('MM\0*\0\0\0\x08'), 'image/tiff'],
  ['BigTIFF', 'a.tif', latin('II+\0\x08\0\0\0'), 'image/tiff'],
  ['WebP', 'a.webp', latin('RIFF\x10\0\0\0WEBPVP8L'), 'image/webp'],
  ['WebP that moves', 'a.webp', latin('RIFF\x10\0\0\0WEBPVP8X'), 'image/webp'],
  ['JPEG of a camera', 'a.jpg', latin('\xff\xd8\xff\xe1\0\x18Exif\0\0'), 'image/jpeg'],
  ['JPEG without a header', 'a.jpg', latin('\xff\xd8\xff\xdb\0\x43\0\x08'), 'image/jpeg'],
  ['CSV with a mark', 'a.csv', '\xef\xbb\xbfa;b\n', 'text/csv'],
  [
    'CSV of Excel',
    'a.csv',
    Buffer.concat([latin('\xff\xfe'), Buffer.from('a\tb\n', 'utf16le')]),
    'text/csv',
  ],
  ['text with a mark', 'a.txt', '\xef\xbb\xbfGr\xc3\xbc\xc3\x9fe', 'text/plain'],
  ['a calendar with a mark', 'a.ics', '\xef\xbb\xbfBEGIN:VCALENDAR\r\n', 'text/calendar'],
  ['SVG with a mark', 'a.svg', '\xef\xbb\xbf<?xml version="1.0"?>\n<svg/>', 'image/svg+xml'],
  [
    'old slides',
    'a.pps',
    latin('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0'),
    'application/vnd.ms-powerpoint',
  ],
];

for (const [what, name, content, type] of TYPES)
  it(`${what} is ${type}`, async () => {
    const file = contentOf(typeof content === 'string' ? latin(content) : content);
    assert.equal(await typeOf(file, name, startOf(file)), type);
  });
