import { useEffect, useState } from 'preact/hooks';
import { LIMITS } from '../../../contract/limits.ts';
import { unless, useAnswer } from '../../api.ts';
import { announce, inboxWords } from '../../context.tsx';
import { Action } from '../../parts.tsx';
import { inbox } from '../operations.ts';
import { Input, PLAIN } from '../../inputs.tsx';
import { textOf } from '../../place.ts';
import { Group, partOf, type ValueProps } from '../setting-editor.tsx';
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
  return (
    <p class="fingerprint">
      <span class="label">{text.fingerprint}</span>
      <code>{value.fingerprint.match(/.{1,4}/g)?.join(' ')}</code>
      <span class="soft">{text.compare}</span>
    </p>
  );
}

/** Takes the key from a file, which is read here and not sent. */
const KeyFile = ({ onFile }: { onFile(file: File): Promise<void> }) => (
  <p class="field">
    <label for="encryption-file">{text.file}</label>
    <input
      id="encryption-file"
      type="file"
      accept=".asc,.gpg,.pgp,.key,.pub,.txt"
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? [];
        if (file) void onFile(file);
        // So that the same file can be chosen again.
        currentTarget.value = '';
      }}
    />
  </p>
);

interface KeyProps extends ValueProps {
  armored: string;
}

/** The key, pasted, looked up or from a file. A private key never leaves the field or file. */
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
  return (
    <div>
      <Input
        {...partOf(place, 'key')}
        label={own.members?.['key'] ?? ''}
        hint={text.keyHint}
        rows={ROWS}
        input={{ ...PLAIN, class: 'key', rows: ROWS, placeholder: BEGIN }}
        onChange={(typed, element) => {
          const read = readKeyText(typed);
          // The element shows what is kept, which did not change.
          if (read === 'private') element.value = armored;
          take(read, typed);
        }}
      />
      <KeyFile onFile={takeFile} />
      <Action label={text.lookUp} busy={text.lookingUp} quiet act={lookUp} />
      <div role="alert">{refused !== undefined && <p class="fault">{refused}</p>}</div>
    </div>
  );
}

/** The key that mails are encrypted to. */
export function KeyEditor(props: ValueProps) {
  const armored = textOf(membersOf(props.value)['key']);
  const block = blockIn(armored);
  return (
    <Group {...props}>
      <div class="inner">
        <Key {...props} armored={armored} />
        {block && <Fingerprint key={block} block={block} />}
        {armored !== '' && <p class="soft">{text.loss}</p>}
      </div>
    </Group>
  );
}
