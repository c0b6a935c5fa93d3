import {
  firstCodePoints,
  toSingleLine,
  withoutDirectionSigns,
} from '../../platform/text/clean-text.ts';

/** Octets of a name in UTF-8: percent-encoded, it fits one line of a mail. */
const MOST_OCTETS = 200;

/** Characters of an ending that a long name keeps. */
const MOST_ENDING = 16;

/** Characters of what came that are looked at: its end is the name, behind its folders. */
const MOST_READ = 512;

/** Characters that Windows forbids in names, and those that mail headers quote. */
const FORBIDDEN = /[<>:"|?*%]/g;

/** Names of devices, with any ending (learn.microsoft.com/windows/win32/fileio/naming-a-file). */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?=\.|$)/i;

/** The names that this service gives to attachments of its own. */
const OWN_NAMES = ['submission.json', 'as-submitted.json'];

/** `.pdf` of `cv.pdf`, in lower case; '' if there is none. */
export function endingOf(name: string): string {
  const at = name.lastIndexOf('.');
  return at > 0 ? name.slice(at).toLowerCase() : '';
}

/** Name and ending; what stands behind the last dot of a sentence is no ending. */
function cutEnding(name: string): [base: string, ending: string] {
  const ending = endingOf(name);
  const isOne = ending.length > 1 && ending.length <= MOST_ENDING && !ending.includes(' ');
  const length = isOne ? name.length - ending.length : name.length;
  return [name.slice(0, length), name.slice(length)];
}

/** As much of a name as fits, with its ending. */
function fit(name: string, insert = ''): string {
  const [base, ending] = cutEnding(name);
  const room = MOST_OCTETS - Buffer.byteLength(insert + ending);
  let kept = base;
  while (Buffer.byteLength(kept) > room) {
    const points = Array.from(kept);
    const surplus = Math.ceil((Buffer.byteLength(kept) - room) / 4);
    // A joiner at the end has nothing to join any more.
    kept = firstCodePoints(kept, points.length - surplus).replace(
      /(?<![\s\u200c\u200d])[\s\u200c\u200d]+$/u,
      '',
    );
  }
  return kept + insert + ending;
}

/** Trims dots and spaces at both ends in linear time; regular expressions would be quadratic. */
function trimDots(text: string): string {
  const isDot = (at: number) => text[at] === '.' || text[at] === ' ';
  let [start, end] = [0, text.length];
  while (start < end && isDot(start)) start += 1;
  while (end > start && isDot(end - 1)) end -= 1;
  return text.slice(start, end);
}

/**
 * A file name that every system can save: no folders, control or direction characters, nothing that
 * Windows forbids, no leading dots. '' if nothing is left.
 */
export function cleanFileName(name: string): string {
  const last = name.slice(-MOST_READ).split(/[/\\]/).at(-1) ?? '';
  const line = toSingleLine(last.replace(FORBIDDEN, '_'), MOST_READ);
  const bare = trimDots(withoutDirectionSigns(line).normalize('NFC'));
  return trimDots(fit(bare.replace(DEVICE, '_$&')));
}

/** Names that differ, as on systems where capitals make no difference: `cv.pdf`, `cv (2).pdf`. */
export function tellApart(names: readonly string[]): string[] {
  const taken = new Set(OWN_NAMES);
  return names.map((name) => {
    let own = name;
    for (let count = 2; taken.has(own.toLowerCase()); count += 1) own = fit(name, ` (${count})`);
    taken.add(own.toLowerCase());
    return own;
  });
}
