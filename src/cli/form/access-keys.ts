import { ACCESS_KEY_ID_PATTERN } from '../../contract/names.ts';
import type { AccessKeyEnded, AccessKeyList, AccessKeyMade } from '../../contract/schemas.ts';
import { confirm, headings, show, table, UsageError, type CommandContext } from '../command.ts';
import { clientCommand, openOwnForm, type Managed } from './client.ts';
import { call } from './deployment.ts';
import { printable } from '../../platform/text/printable.ts';

const KEY_ID = new RegExp(ACCESS_KEY_ID_PATTERN);

const NO_KEYS = 'The form has no access keys. Make one with --make NAME.';

const fetchKeys = async (form: Managed) => (await call<AccessKeyList>('listAccessKeys', form)).body;

async function makeKey(context: CommandContext, form: Managed, name: string): Promise<void> {
  const { body } = await call<AccessKeyMade>('createAccessKey', form, { body: { name } });
  show(context, body, () => [
    ...table([
      ['Key', printable(body.key.key_id)],
      ['Name', printable(body.key.name)],
      ['Secret', printable(body.secret)],
    ]),
    'Put the secret into the environment of your server: it is not shown again.',
  ]);
}

async function endKey(context: CommandContext, form: Managed, keyId: string): Promise<void> {
  await confirm(context, async () => {
    const key = (await fetchKeys(form)).keys.find(({ key_id: id }) => id === keyId);
    return `End the key ${key ? `“${printable(key.name)}”` : keyId}? Servers that send it are refused at once.`;
  });
  const { body } = await call<AccessKeyEnded>('endAccessKey', { ...form, keyId });
  show(context, body, () => [`${printable(body.key_id)} has ended.`]);
}

/** Lists the access keys of a form, makes one or ends one. */
export const formKeys = clientCommand(async (context) => {
  const [name, keyId] = [context.option('make'), context.option('end')];
  if (name !== undefined && keyId !== undefined) {
    throw new UsageError('Use --make or --end, not both.');
  }
  // Anything else could be part of another path.
  if (keyId !== undefined && !KEY_ID.test(keyId)) {
    throw new UsageError(
      'KEY_ID must be the id of a key, as the list has it: key_ and 10 characters.',
    );
  }
  const form = await openOwnForm(context);
  if (name !== undefined) return makeKey(context, form, name);
  if (keyId !== undefined) return endKey(context, form, keyId);
  const body = await fetchKeys(form);
  show(context, body, () => {
    if (body.keys.length === 0) return [NO_KEYS];
    const rows = body.keys.map((key) => [
      printable(key.key_id),
      printable(key.created),
      printable(key.last_used ?? 'never'),
      printable(key.name),
    ]);
    return table([headings(['KEY ID', 'CREATED', 'LAST USED', 'NAME']), ...rows]);
  });
});
