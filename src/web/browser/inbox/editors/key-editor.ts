import { h, type ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { LIMITS } from '../../../../contract/limits.ts';
import { unless, useAnswer } from '../../calls.ts';
import { useAnnounce } from '../../context.ts';
import { inbox } from '../operations.ts';
import { Action } from '../parts.ts';
import { Labelled, PLAIN, Select, textOf } from '../../labelled.ts';
import type { Typed } from '../../parts.ts';
import { Group, type ValueProps } from '../setting-editor.ts';
import { membersOf } from '../setting-values.ts';
import { words } from '../inbox-words.ts';
import { blockIn, readKeyFile, readKeyText, type ReadKey } from './public-key.ts';

const { encryption: text } = words.editors;

/** What is called the same in every language, and how the key of each begins. */
const NAMES = { openpgp: 'OpenPGP (PGP/MIME)', age: 'age' } as const;
const BEGINS = { openpgp: '-----BEGIN PGP PUBLIC KEY BLOCK-----', age: 'age1…' } as const;

type KeyType = keyof typeof NAMES;

/** Milliseconds after the last change of a key until the service is asked about it. */
const PAUSE = 500;

/** The fingerprint of a key as the service reads it, to compare it before it is saved. */
function Fingerprint({ block }: { block: string }): ComponentChildren {
  const { value } = useAnswer(() => inbox.checkKey(block), [block]);
  if (!value?.fingerprint) return null;
  return h(
    'p',
    { class: 'fingerprint' },
    h('span', { class: 'label' }, text.fingerprint),
    h('code', {}, value.fingerprint.match(/.{1,4}/g)?.join(' ')),
    h('span', { class: 'soft' }, text.compare),
  );
}

/** Waits until nobody types any more. */
function LaterFingerprint({ armored }: { armored: string }): ComponentChildren {
  const [block, setBlock] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setBlock(blockIn(armored)), PAUSE);
    return () => clearTimeout(timer);
  }, [armored]);
  const isCurrent = block !== undefined && block === blockIn(armored);
  return isCurrent ? h(Fingerprint, { key: block, block }) : null;
}

interface KeyProps extends ValueProps {
  type: KeyType;
  armored: string;
}

/** Takes the key from a file, which is read here and not sent. */
function KeyFile({ onFile }: { onFile(file: File): void }): ComponentChildren {
  return h(
    'p',
    { class: 'field' },
    h('label', { for: 'encryption-file' }, text.file),
    h('input', {
      id: 'encryption-file',
      type: 'file',
      accept: '.asc,.gpg,.pgp,.key,.pub,.txt,.age',
      onChange({ currentTarget }) {
        const [file] = currentTarget.files ?? [];
        if (file) onFile(file);
        // So that the same file can be chosen again.
        currentTarget.value = '';
      },
    }),
  );
}

interface LookUpProps {
  onKey(key: string): void;
  onNothing(): void;
}

/** Takes the key that the mail provider of the inbox publishes. */
function KeyLookUp({ onKey, onNothing }: LookUpProps): ComponentChildren {
  const announce = useAnnounce();
  const act = async () => {
    const found = await inbox.findKey().catch(unless('not_found'));
    if (!found) {
      onNothing();
      return;
    }
    onKey(found.key);
    announce(text.compare);
  };
  return h(Action, { label: text.lookUp, busy: text.lookingUp, quiet: true, act });
}

/** The key, pasted, looked up or from a file. A private key leaves neither the field nor the file. */
function Key({ path, words: own, type, armored, faults, onChange }: KeyProps): ComponentChildren {
  const announce = useAnnounce();
  const [refused, setRefused] = useState<string>();
  const take = (read: ReadKey, typed?: string) => {
    const problem =
      read === 'private'
        ? text.private
        : read === 'unknown' && typed === undefined
          ? text.unreadable
          : undefined;
    // An element that was emptied because of what was in it still says why.
    if (problem !== undefined || typed !== '') setRefused(problem);
    if (problem !== undefined) announce(problem);
    else onChange(typeof read === 'string' ? { type, key: typed } : { ...read });
  };
  const takeFile = async (file: File) => {
    const isLong = file.size > 4 * LIMITS.keyCharacters;
    take(isLong ? 'unknown' : readKeyFile(new Uint8Array(await file.arrayBuffer())));
  };
  return h(
    'div',
    {},
    h(Labelled, {
      path: `${path}/key`,
      label: own.members?.['key'] ?? '',
      hint: text.keyHint,
      faults,
      draw: (common) =>
        h('textarea', {
          ...common,
          ...PLAIN,
          class: 'key',
          rows: type === 'age' ? 2 : 6,
          placeholder: BEGINS[type],
          value: armored,
          onInput: ({ currentTarget }: Typed) => {
            const { value } = currentTarget;
            const read = readKeyText(value);
            // The element shows what is kept, which did not change.
            if (read === 'private') Object.assign(currentTarget, { value: armored });
            take(read, value);
          },
        }),
    }),
    h(KeyFile, { onFile: takeFile }),
    type === 'openpgp'
      ? h(KeyLookUp, {
          onKey: (key) => take({ type, key }),
          onNothing: () => setRefused(text.notListed),
        })
      : null,
    h('div', { role: 'alert' }, refused === undefined ? null : h('p', { class: 'fault' }, refused)),
  );
}

/** The key that mails are encrypted to. */
export function KeyEditor(props: ValueProps): ComponentChildren {
  const { path, words: own, value, faults, onChange } = props;
  const { type, key } = membersOf(value);
  const chosen = type === 'age' ? 'age' : value === undefined ? undefined : 'openpgp';
  const armored = textOf(key);
  return h(
    Group,
    { path, words: own, faults },
    h(
      'div',
      { class: 'inner' },
      h(Select, {
        path: `${path}/type`,
        label: own.members?.['type'] ?? '',
        faults,
        value: chosen,
        options: NAMES,
        none: text.none,
        onChange: (typed) => onChange(typed === '' ? undefined : { type: typed, key: armored }),
      }),
      chosen ? h(Key, { ...props, type: chosen, armored }) : null,
      chosen ? h(LaterFingerprint, { armored }) : null,
      chosen ? h('p', { class: 'soft' }, text.loss) : null,
    ),
  );
}
