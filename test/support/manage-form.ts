import { callWith, sessionOf } from './inbox-session.ts';
import { OWNER, type Answer, type TestService } from './service.ts';

/** A form with what opens it: its management token, or a session. */
interface Opened {
  form_id: string;
  management_token?: string | undefined;
}

type Service = Pick<TestService, 'request'>;

/** Calls an operation of a form, by the end of its path. */
export const manage = (
  service: Service,
  { form_id, management_token }: Opened,
  method: string,
  end = '',
  body?: unknown,
): Promise<Answer> =>
  callWith(service, method, `/v1/routes/${form_id}${end}`, { bearer: management_token, body });

/** The form, opened by its owner. */
export const owned = (
  service: TestService,
  { form_id }: Opened,
  email = OWNER,
): { form_id: string; management_token: string } => ({
  form_id,
  management_token: sessionOf(service, email),
});

export const removeForm = (service: Service, form: Opened): Promise<Answer> =>
  manage(service, form, 'DELETE');

export const resend = (service: Service, form: Opened): Promise<Answer> =>
  manage(service, form, 'POST', '/verification');

/** The answer about the settings of a form, as who opens it sees it. */
export const settingsOf = async (service: Service, form: Opened): Promise<Answer['json']> =>
  (await manage(service, form, 'GET', '/settings')).json;
