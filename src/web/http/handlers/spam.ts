import type { OwnerForms } from '../../../decisions/index.ts';
import type { Links } from '../../../contract/links.ts';
import type { Routes } from '../../../forms/index.ts';
import { renderNotSpamPage, renderSpamPage } from '../../pages/spam-pages.ts';
import type { Handlers } from '../mount-operations.ts';
import { createLinkHandlers, tokenPosted } from './owner-link.ts';

interface Parts extends Pick<OwnerForms, 'reportSpam' | 'relaxMarks'> {
  routes: Pick<Routes, 'toResource'>;
  links: Links;
}

/** The operations behind "This was spam" and "This was not spam". */
export function createSpamHandlers({
  reportSpam,
  relaxMarks,
  routes,
  links,
}: Parts): Pick<Handlers, 'showSpam' | 'reportSpam' | 'showNotSpam' | 'reportNotSpam'> {
  const waysOf = (token: unknown) => ({ token: String(token), inbox: links.inbox() });
  const spam = createLinkHandlers({
    async look(token) {
      const form = await reportSpam.look(token);
      return (language) => renderSpamPage(language, form, waysOf(token));
    },
    async press(posted, requester, linked) {
      const token = tokenPosted(posted, linked);
      const form = await reportSpam.report(token, posted.get('choice'), requester);
      return {
        answer: routes.toResource(form.route),
        page: (language) => renderSpamPage(language, form, waysOf(token)),
      };
    },
  });
  const notSpam = createLinkHandlers({
    async look(token) {
      const form = await relaxMarks.look(token);
      return (language) => renderNotSpamPage(language, form, waysOf(token));
    },
    async press(posted, requester) {
      const token = posted.get('token');
      const act = posted.get('choice') === 'undo' ? relaxMarks.undo : relaxMarks.relax;
      const form = await act(token, requester);
      return {
        answer: routes.toResource(form.route),
        page: (language) => renderNotSpamPage(language, form, waysOf(token)),
      };
    },
  });
  return {
    showSpam: spam.show,
    reportSpam: spam.press,
    showNotSpam: notSpam.show,
    reportNotSpam: notSpam.press,
  };
}
