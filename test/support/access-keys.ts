import type { RouteResource } from '../../src/contract/schemas.ts';
import { callWith } from './inbox-session.ts';
import type { Answer, TestService } from './service.ts';

type Form = Pick<RouteResource, 'form_id' | 'management_token'>;

/** The access keys of a form, managed with its token. */
export function keysOf(service: Pick<TestService, 'request'>, form: Form) {
  const path = `/v1/routes/${form.form_id}/keys`;
  const bearer = form.management_token;
  return {
    make: (name: unknown = 'Website'): Promise<Answer> =>
      callWith(service, 'POST', path, { bearer, body: { name } }),
    list: async () => (await callWith(service, 'GET', path, { bearer })).json.keys,
    end: (keyId: string): Promise<Answer> =>
      callWith(service, 'DELETE', `${path}/${keyId}`, { bearer }),
  };
}

/** The header of a server with a key. */
export const withKey = (secret: string) => ({
  authorization: `Bearer ${secret}`,
  accept: 'application/json',
});
