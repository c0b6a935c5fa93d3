/** The service in the examples of the API. */
const EXAMPLE = 'http://localhost:8080';

/** What follows the URL of a deployment. */
const API = /\/docs\/api(?=$|[/.#?]).*/;

/** Names the deployment that serves the pages of the API in their examples, so that they work there. */
export function showOwnUrl(): void {
  const own = location.href.replace(API, '');
  const page = document.querySelector('.vp-doc');
  if (own === location.href || !page) return;
  const texts = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    if (node.nodeValue?.includes(EXAMPLE) && node.parentElement?.closest('pre')) {
      node.nodeValue = node.nodeValue.replaceAll(EXAMPLE, own);
    }
  }
}
