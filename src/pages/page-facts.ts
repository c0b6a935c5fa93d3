import type { FrameworkId, LanguageId } from '../contract/enums.ts';

/** The facts that the service puts into a page. */
export interface PageFacts {
  /** The language of the page, and its tag. */
  language: LanguageId;
  tag: string;
  /** True if mails go to the mailbox at /preview. */
  preview: boolean;
  /** True if there is the page /start. */
  startPage: boolean;
  /** Bytes of all files of one submission; 0 if it takes none. */
  maxFileBytes: number;
  /** True if forms may answer their visitors. */
  sendsReplies: boolean;
  /** The official name of each framework. */
  frameworks: Readonly<Record<FrameworkId, string>>;
  /** Those of all such pages, and those of this one. */
  words: { shared: object; page: object };
}

/** The id of the element with the facts. */
export const FACTS_ID = 'facts';
