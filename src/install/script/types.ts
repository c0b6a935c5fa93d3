import type { Challenge } from './solver.ts';

/** The form's words; the service says the rest. */
export interface Texts {
  language: string;
  checking: string;
  reference: string;
  sent: string;
  tooLarge: string;
  tooMany: string;
  unfit: string;
  unsent: string;
  unsolved: string;
  uploading: string;
}

/** `say` reports slow steps; without `fields`, the form's and `button` are sent. */
export interface Options {
  texts: Texts;
  say: (text: string) => void;
  button?: HTMLElement | null;
  fields?: FormData;
}

/** `errors` has what is wrong with fields, by their names. */
export interface Result {
  ok: boolean;
  message: string;
  errors: Map<string, string>;
  answer?: Answer | undefined;
}

export interface FieldError {
  field: string;
  message: string;
}

export interface Answer {
  message?: string;
  reference?: string;
  errors?: FieldError[];
  challenge?: Challenge;
  next?: string;
}

/** The data to post, and the way. */
export interface Post {
  form: HTMLFormElement;
  fields: FormData;
  key: string;
  thanksPage: string | undefined;
  texts: Texts;
  say: (text: string) => void;
}

export interface Reply {
  ok: boolean;
  url: string;
  answer: Answer | undefined;
}
