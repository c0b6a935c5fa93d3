import { wordsOf, type Language } from '../catalogs/languages.ts';

/** The words of a form on a website, in the language of its visitors. */
export function formWords(language: Language) {
  const { tag, accepted, browser, challenge, formCode, givenBack, reference, variants } =
    wordsOf(language);
  const { kinds, send } = browser.composer;
  const { sending, trap, upload, script, ...words } = formCode;
  return {
    ...words,
    tag,
    sending,
    trap,
    upload,
    send,
    labels: { name: kinds.name, email: kinds.email, message: kinds.message },
    optional: givenBack.optional,
    choose: givenBack.choose,
    /** The script's words. */
    script: {
      ...script,
      language: tag,
      sent: accepted.thanks,
      sending,
      upload,
      reference,
      doubt: variants.doubtful_delivery.message,
      chooseAgain: givenBack.chooseAgain,
      again: challenge.again,
    },
  };
}

export type FormWords = ReturnType<typeof formWords>;
