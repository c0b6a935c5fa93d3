import type { SettingName } from '../../contract/form-settings.ts';
import { parseTemplate } from '../../mail/template.ts';
import { AUTO_REPLY } from './auto-reply.ts';
import { COPIES } from './copies.ts';
import { ENCRYPTION } from './encryption.ts';
import { FIELDS } from './fields.ts';
import { FILES } from './files.ts';
import { ORIGINS } from './origins.ts';
import { faultsOfLine, type Fault } from './schema-faults.ts';
import type { SettingRules } from './setting-rules.ts';
import { TARGETS } from './targets.ts';
import { faultsOfPage, toUri } from './web-url.ts';
import { WEBSITE } from './website.ts';

function* faultsOfTemplate(text: string, path: string): Generator<Fault> {
  const template = parseTemplate(text);
  if ('fault' in template) yield { path, message: template.fault };
}

/** What the contract's table does not say of a setting; one that is not here has its schema alone. */
const SETTING_ROWS: { readonly [Name in SettingName]?: SettingRules<Name> } = {
  subject: { faults: faultsOfTemplate },
  sender_name: { faults: faultsOfTemplate },
  redirect: { faults: faultsOfPage, normalise: toUri },
  success_message: { faults: (text, path) => faultsOfLine(text.replaceAll('\n', ' '), path) },
  website: WEBSITE,
  origins: ORIGINS,
  fields: FIELDS,
  files: FILES,
  copies: COPIES,
  targets: TARGETS,
  auto_reply: AUTO_REPLY,
  encryption: ENCRYPTION,
};

const NO_RULES: SettingRules<SettingName> = {};

/** The rules of a setting, for a value of it. */
export const rulesOf = (name: SettingName): SettingRules<SettingName> =>
  SETTING_ROWS[name] ?? NO_RULES;
