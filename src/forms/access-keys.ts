import { LIMITS } from '../contract/limits.ts';
import type { AccessKeyId, FormId } from '../contract/names.ts';
import type { AccessKeyEnded, AccessKeyList, AccessKeyMade } from '../contract/schemas.ts';
import { ServiceError } from '../contract/service-error.ts';
import type { Context } from '../platform/context.ts';
import { keyedHash } from '../platform/secrets/keyed-hash.ts';
import { dateOf, dayOf, SPANS } from '../platform/stores/counter-tables.ts';
import { newAccessKey, type AccessKey } from './access-key.ts';
import type { Counts } from './counts/index.ts';
import type { AuthorizedForm } from './form-credentials.ts';
import { TRIES } from './opened-routes.ts';
import { openRoute, sealDetails } from './route.ts';

const listed = ({ id, name, createdOn }: AccessKey, usedOn?: number): AccessKeyMade['key'] => ({
  key_id: id,
  name,
  created: dateOf(createdOn),
  last_used: usedOn === undefined ? null : dateOf(usedOn),
});

/**
 * The access keys of forms (docs/decisions/0060). Every submission reads them with the sealed part
 * of the row, so a key that ends has ended on all nodes. Changes throw like `FormCredentials` too,
 * where another change came first.
 */
export class AccessKeys {
  readonly #context: Context;
  readonly #counts: Pick<Counts, 'lastKeyUses'>;

  constructor(context: Context, counts: Pick<Counts, 'lastKeyUses'>) {
    this.#context = context;
    this.#counts = counts;
  }

  /** Throws `access_keys_exhausted`, and `rate_limited` if many were made today. */
  async make(form: AuthorizedForm, name: string, requestId: string): Promise<AccessKeyMade> {
    const { key, secret } = newAccessKey(name, dayOf(this.#context.now()));
    await this.#countMade(form.row.formId);
    const formId = await this.#change(form, (keys) => {
      // An earlier try wrote it, and the answer of the store was lost.
      if (keys.some(({ id }) => id === key.id)) return undefined;
      const limit = LIMITS.accessKeys;
      if (keys.length >= limit) throw new ServiceError('access_keys_exhausted', { limit });
      return [...keys, key];
    });
    this.#context.log.accessKeyMade({ requestId, formId });
    return { success: true, key: listed(key), secret };
  }

  async #countMade(formId: FormId): Promise<void> {
    const { keyring, store, now } = this.#context;
    const endsAt = (dayOf(now()) + 1) * SPANS.day;
    const subject = keyedHash(keyring, 'access-key', formId);
    const made = await store.counters.take(subject, endsAt, LIMITS.accessKeysPerDay);
    if (made !== undefined) return;
    const retry_after_seconds = endsAt - Math.floor(now() / 1_000);
    throw new ServiceError('rate_limited', { retry_after_seconds });
  }

  async list({ row }: AuthorizedForm): Promise<AccessKeyList> {
    const { accessKeys = [] } = openRoute(this.#context.keyring, row);
    const uses = accessKeys.length > 0 ? await this.#counts.lastKeyUses(row.formId) : undefined;
    return { success: true, keys: accessKeys.map((key) => listed(key, uses?.get(key.id))) };
  }

  /** Throws `access_key_not_found` if the form has no such key. */
  async end(form: AuthorizedForm, keyId: string, requestId: string): Promise<AccessKeyEnded> {
    let ended: AccessKeyId | undefined;
    const formId = await this.#change(form, (keys) => {
      const key = keys.find(({ id }) => id === keyId);
      // An earlier try ended it, and the answer of the store was lost.
      if (!key && ended) return undefined;
      if (!key) throw new ServiceError('access_key_not_found');
      ended = key.id;
      return keys.filter((each) => each !== key);
    });
    this.#context.log.accessKeyEnded({ requestId, formId });
    return { success: true, status: 'ended', form_id: formId, key_id: keyId };
  }

  /** Replaces the keys of a form by those that `decide` returns; undefined changes nothing. */
  async #change(
    form: AuthorizedForm,
    decide: (keys: readonly AccessKey[]) => AccessKey[] | undefined,
  ): Promise<FormId> {
    const { keyring, store } = this.#context;
    for (let left = TRIES; left > 0; left -= 1) {
      // The form may have gone to another inbox meanwhile.
      const { row } = left === TRIES ? form : await form.again();
      const { formId, sealed } = row;
      const route = openRoute(keyring, row);
      const accessKeys = decide(route.accessKeys ?? []);
      if (!accessKeys) return formId;
      const changed = sealDetails(keyring, { ...route, accessKeys });
      if (await store.routes.reseal(formId, sealed, changed)) return formId;
    }
    throw new ServiceError('internal_error');
  }
}
