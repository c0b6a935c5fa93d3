import type { Challenge } from './solver.ts';

export interface Result {
  ok: boolean;
  message: string;
  field?: HTMLElement | null;
}

export interface FieldError {
  field: string;
  message: string;
}

export interface Answer {
  message?: string;
  errors?: FieldError[];
  challenge?: Challenge;
  next?: string;
}

/** What is posted, and how. */
export interface Post {
  form: HTMLFormElement;
  fields: FormData;
  key: string;
  thanksPage: string | undefined;
  say: (text: string) => void;
}

export interface Reply {
  ok: boolean;
  url: string;
  answer: Answer | undefined;
}
