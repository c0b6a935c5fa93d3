import type { OwnerForms } from '../../../decisions/index.ts';
import type { Routes } from '../../../forms/index.ts';
import type { Links } from '../../../contract/links.ts';
import { renderQuietPage } from '../../pages/quiet-page.ts';
import type { Handlers } from '../mount-operations.ts';
import { createLinkHandlers } from './owner-link.ts';

interface Parts extends Pick<OwnerForms, 'quietForm'> {
  routes: Pick<Routes, 'toResource'>;
  links: Links;
}

/** The operations behind the link that ends the notices of a form's silence. */
export function createQuietHandlers({
  quietForm,
  routes,
  links,
}: Parts): Pick<Handlers, 'showQuiet' | 'quietForm'> {
  const waysOf = (token: unknown) => ({ token: String(token), inbox: links.inbox() });
  const { show, press } = createLinkHandlers({
    async look(token) {
      const route = await quietForm.look(token);
      return (language) => renderQuietPage(language, route, waysOf(token));
    },
    async press(posted, { requestId }) {
      const token = posted.get('token');
      const route = await quietForm.set(token, posted.get('choice') !== 'undo', requestId);
      return {
        answer: routes.toResource(route),
        page: (language) => renderQuietPage(language, route, waysOf(token)),
      };
    },
  });
  return { showQuiet: show, quietForm: press };
}
