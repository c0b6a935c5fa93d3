import { h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { LIMITS } from '../../../contract/limits.ts';
import { unless, useAnswer } from '../../api.ts';
import { announce, inboxWords } from '../../context.ts';
import { Action } from '../../parts.ts';
import { inbox } from '../operations.ts';
import { Input, PLAIN, textOf } from '../../inputs.ts';
import { Group, partOf, type ValueProps } from '../setting-editor.ts';
import { membersOf } from '../setting-values.ts';
import { blockIn, readKeyFile, readKeyText, type ReadKey } from './public-key.ts';

const { encryption: text } = inboxWords.editors;

/** How a key begins, and lines of it that are shown: the element does not grow with it. */
const BEGIN = '-----BEGIN PGP PUBLIC KEY BLOCK-----';
const ROWS = 6;

/** Milliseconds after the last change of a key until the service is asked about it. */
const PAUSE = 500;

/** The fingerprint of a key as the service reads it, once typing has paused. */
function Fingerprint({ block }: { block: string }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), PAUSE);
    return () => clearTimeout(timer);
  }, []);
  const { value } = useAnswer(() => (isDue ? inbox.checkKey(block) : undefined), [isDue]);
  if (!value?.fingerprint) return null;
  return h('p', { class: 'fingerprint' }, [
    h('span', { class: 'label' }, text.fingerprint),
    h('code', {}, value.fingerprint.match(/.{1,4}/g)?.join(' ')),
    h('span', { class: 'soft' }, text.compare),
  ]);
}

/** Takes the key from a file, which is read here and not sent. */
const keyFile = (onFile: (file: File) => Promise<void>) =>
  h('p', { class: 'field' }, [
    h('label', { for: 'encryption-file' }, text.file),
    h('input', {
      id: 'encryption-file',
      type: 'file',
      accept: '.asc,.gpg,.pgp,.key,.pub,.txt',
      onChange({ currentTarget }) {
        const [file] = currentTarget.files ?? [];
        if (file) void onFile(file);
        // So that the same file can be chosen again.
        currentTarget.value = '';
      },
    }),
  ]);

interface KeyProps extends ValueProps {
  armored: string;
}

/** The key, pasted, looked up or from a file. A private key leaves neither the field nor the file. */
function Key({ words: own, armored, ...place }: KeyProps) {
  const [refused, setRefused] = useState<string>();
  const take = (read: ReadKey, typed?: string) => {
    const unreadable = typed === undefined ? text.unreadable : undefined;
    const problems = { private: text.private, unknown: unreadable };
    const problem = typeof read === 'string' ? problems[read] : undefined;
    // An element that was emptied because of what was in it still says why.
    if (problem !== undefined || typed !== '') setRefused(problem);
    if (problem !== undefined) return announce(problem);
    const key = typeof read === 'string' ? typed : read.key;
    place.onChange(key ? { type: 'openpgp', key } : undefined);
  };
  const takeFile = async (file: File) => {
    const isLong = file.size > 4 * LIMITS.keyCharacters;
    take(isLong ? 'unknown' : readKeyFile(new Uint8Array(await file.arrayBuffer())));
  };
  /** Takes the key that the mail provider of the inbox publishes. */
  const lookUp = async () => {
    const found = await inbox.findKey().catch(unless('not_found'));
    if (!found) {
      setRefused(text.notListed);
      return;
    }
    take({ key: found.key });
    announce(text.compare);
  };
  return h('div', {}, [
    h(Input, {
      ...partOf(place, 'key'),
      label: own.members?.['key'] ?? '',
      hint: text.keyHint,
      rows: ROWS,
      input: { ...PLAIN, class: 'key', rows: ROWS, placeholder: BEGIN },
      onChange(typed, element) {
        const read = readKeyText(typed);
        // The element shows what is kept, which did not change.
        if (read === 'private') element.value = armored;
        take(read, typed);
      },
    }),
    keyFile(takeFile),
    h(Action, { label: text.lookUp, busy: text.lookingUp, quiet: true, act: lookUp }),
    h('div', { role: 'alert' }, refused !== undefined && h('p', { class: 'fault' }, refused)),
  ]);
}

/** The key that mails are encrypted to. */
export function KeyEditor(props: ValueProps) {
  const armored = textOf(membersOf(props.value)['key']);
  const block = blockIn(armored);
  return h(Group, props, [
    h('div', { class: 'inner' }, [
      h(Key, { ...props, armored }),
      block && h(Fingerprint, { key: block, block }),
      armored !== '' && h('p', { class: 'soft' }, text.loss),
    ]),
  ]);
}
