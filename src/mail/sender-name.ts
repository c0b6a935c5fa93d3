import { formNameOf } from '../contract/names.ts';
import {
  fieldsOf,
  fillTemplate,
  FORM_FIELD,
  namesForm,
  parseTemplate,
  type Template,
  withoutFields,
} from './template.ts';
import { createLookAlikes, hasPosingWord, posesAsLatin } from './look-alikes.ts';
import { toNameLine, visitorNameOf, wordsOfField } from './mail-subject.ts';
import type { FieldValues, MailForm } from './mail-facts.ts';
import { LIMITS } from '../contract/limits.ts';
import { fill } from '../catalogs/catalog.ts';
import { mailLanguageOf, wordsOf } from '../catalogs/languages.ts';

/** Names that others may not use in a sender's name. */
export interface OwnNames {
  /** Who runs the service. */
  operator: string;
  /** The display name of the sender of every mail; may be empty. */
  sender: string;
}

type NamedForm = Pick<MailForm, 'alias' | 'settings' | 'language'>;

/** The name of the service. */
const SERVICE = 'Letterslot';

/** Matches an address or a domain, in wide letters too, but not `St. John`. */
const ADDRESS = /@|:\/\/|[\p{L}\p{N}-][.。][\p{L}]{2}/u;

/** Words of ASCII without a sign of an address: the usual case. */
const PLAIN_WORDS = /^[\w ,'&()-]*$/;

const holdsAddress = (text: string) =>
  !PLAIN_WORDS.test(text) && ADDRESS.test(text.normalize('NFKC'));

/** Makes a test that finds addresses and look-alikes of the service's or operator's name. */
function createIsUnfit({ operator, sender }: OwnNames): (text: string) => boolean {
  const imitates = createLookAlikes([SERVICE, operator, sender]);
  return (text) => holdsAddress(text) || hasPosingWord(text) || imitates(text);
}

/**
 * Makes the display name of mail to a visitor, `Contact via Acme`, always with the service's name.
 * Undefined, for the plain name, if the form's name is unfit.
 */
export function createAnswerName(names: OwnNames) {
  const isUnfit = createIsUnfit(names);
  return (route: NamedForm): string | undefined => {
    const name = toNameLine(formNameOf(route));
    if (name === '' || isUnfit(name)) return undefined;
    const { via } = wordsOf(mailLanguageOf(route)).mails.submission;
    return fill(via, { name, form: names.sender || names.operator });
  };
}

/** The parts of a form's sender names that are the same in all of its mails. */
interface NamePieces {
  template: Template | undefined;
  /** How the form is called there. */
  form: string;
  /** True if its name is the operator's own. */
  isOwn: boolean;
}

/**
 * Makes a submission's sender name, `Ada Lovelace via Contact`; undefined for the default. It has
 * the form's name, and no words that contain an address or imitate the service or operator.
 */
export function createSenderName({ operator, sender }: OwnNames) {
  const isUnfit = createIsUnfit({ operator, sender });
  const known = new WeakMap<object, NamePieces>();

  function readParts(route: NamedForm): NamePieces {
    const { sender_name: source } = route.settings;
    const template = source === undefined ? undefined : parseTemplate(source);
    const name = toNameLine(formNameOf(route));
    const isOwn = name === '' || isUnfit(name);
    return {
      template: template && 'pieces' in template ? template : undefined,
      form: isOwn ? sender || operator : name,
      isOwn,
    };
  }

  function partsOf(route: NamedForm): NamePieces {
    let made = known.get(route);
    if (!made) {
      made = readParts(route);
      known.set(route, made);
    }
    return made;
  }

  return (
    route: NamedForm,
    fields: FieldValues,
    visitor = visitorNameOf(fields),
  ): string | undefined => {
    const { template, form, isOwn } = partsOf(route);
    const { via } = wordsOf(mailLanguageOf(route)).mails.submission;
    const write = (formName: string): string => {
      if (!template) return visitor && fill(via, { name: visitor, form: formName });
      const values = new Map(
        fieldsOf(template).map((field) => [
          field,
          toNameLine(wordsOfField(fields, field).join(' ')),
        ]),
      );
      const isFilled = [...values.values()].some((value) => value !== '');
      const name = fillTemplate(isFilled ? template : withoutFields(template), (field) =>
        field === FORM_FIELD ? formName : (values.get(field) ?? ''),
      );
      return isFilled && !namesForm(template) ? fill(via, { name, form: formName }) : name;
    };
    const name = write(form);
    const poses = template
      ? fieldsOf(template).some((field) => posesAsLatin(wordsOfField(fields, field).join(' ')))
      : posesAsLatin(visitor);
    if (poses) return undefined;
    if (name === '' || name.length >= LIMITS.subjectCodePoints || isUnfit(isOwn ? write('') : name))
      return undefined;
    return name;
  };
}
