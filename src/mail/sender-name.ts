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
import { hasPosingWord, LookAlikes, posesAsLatin } from './look-alikes.ts';
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

/** The parts of a form's sender names that are the same in all of its mails. */
interface NamePieces {
  template: Template | undefined;
  /** How the form is called there. */
  form: string;
  /** True if its name is the operator's own. */
  isOwn: boolean;
}

/** Writes display names of senders, none of which imitates the service or its operator. */
export class SenderNames {
  readonly #own: string;
  readonly #ownNames: LookAlikes;
  readonly #known = new WeakMap<object, NamePieces>();

  constructor({ operator, sender }: OwnNames) {
    this.#own = sender || operator;
    this.#ownNames = new LookAlikes([SERVICE, operator, sender]);
  }

  /**
   * That of mail to a visitor, `Contact via Acme`, always with the service's name. Undefined, for
   * the plain name, if the form's name is unfit.
   */
  toVisitor(route: NamedForm): string | undefined {
    const name = toNameLine(formNameOf(route));
    if (name === '' || this.#isUnfit(name)) return undefined;
    const { via } = wordsOf(mailLanguageOf(route)).mails.submission;
    return fill(via, { name, form: this.#own });
  }

  /**
   * That of a submission, `Ada Lovelace via Contact`; undefined for the plain one. It has the
   * form's name, and no words that contain an address or imitate the service or operator.
   */
  of(route: NamedForm, fields: FieldValues, visitor = visitorNameOf(fields)): string | undefined {
    const { template, form, isOwn } = this.#piecesOf(route);
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
    if (poses || name === '' || name.length >= LIMITS.subjectCodePoints) return undefined;
    return this.#isUnfit(isOwn ? write('') : name) ? undefined : name;
  }

  /** True if a text has an address, or looks like the name of the service or its operator. */
  #isUnfit(text: string): boolean {
    return holdsAddress(text) || hasPosingWord(text) || this.#ownNames.areIn(text);
  }

  #piecesOf(route: NamedForm): NamePieces {
    let pieces = this.#known.get(route);
    if (!pieces) {
      const { sender_name: source } = route.settings;
      const template = source === undefined ? undefined : parseTemplate(source);
      const name = toNameLine(formNameOf(route));
      const isOwn = name === '' || this.#isUnfit(name);
      pieces = {
        template: template && 'pieces' in template ? template : undefined,
        form: isOwn ? this.#own : name,
        isOwn,
      };
      this.#known.set(route, pieces);
    }
    return pieces;
  }
}
