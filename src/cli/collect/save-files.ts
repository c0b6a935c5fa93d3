import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanFileName, endingOf } from '../../submissions/files/clean-file-name.ts';
import { CommandError, faultOf } from '../command.ts';
import type { Message, MessageFile } from './message.ts';

/** Of the same message twice: its files are saved once. */
function isSame(path: string, bytes: Uint8Array): boolean {
  const found = statSync(path);
  return found.isFile() && found.size === bytes.length && readFileSync(path).equals(bytes);
}

/** Writes a new file, never over another one, and returns its name. */
function saveFile(folder: string, wanted: string, { bytes }: MessageFile): string {
  const ending = endingOf(wanted);
  const base = wanted.slice(0, wanted.length - ending.length);
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? wanted : `${base} (${count})${ending}`;
    const path = join(folder, name);
    try {
      writeFileSync(path, bytes, { flag: 'wx', mode: 0o600 });
      return name;
    } catch (error) {
      if (faultOf(error) !== 'EEXIST') throw error;
      if (isSame(path, bytes)) return name;
    }
  }
}

/** The file names of a message for its row. With a folder, saves a proven message's files. */
export function nameFiles({ files, reference, receipt }: Message, folder?: string): string[] {
  const isProven = receipt === 'holds';
  if (isProven && folder === undefined) return files.map(({ name }) => name);
  const names = files.map(({ name }) => cleanFileName(name) || 'file');
  if (!isProven || folder === undefined) return names;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return files.map((file, at) => saveFile(folder, `${reference} ${names[at]}`, file));
  } catch (cause) {
    throw new CommandError(`The files cannot be saved in ${folder} (${faultOf(cause)}).`, {
      cause,
    });
  }
}
