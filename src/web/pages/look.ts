import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

/** The package and the image have these files too: a bundle holds none. */
const LOOK = join(dirname(findPackageJSON(import.meta.url) ?? ''), 'src/web/pages/look');

const read = (name: string) => readFileSync(join(LOOK, name));

/** A style sheet without what only its readers need. Each page carries it. */
const readStyle = (name: string): string =>
  read(name)
    .toString()
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replaceAll(': ', ':')
    .replaceAll(';}', '}');

/** Colours and elements of every page, in light and dark. */
export const PAGE_STYLE = readStyle('page.css');

/** Styles of a form with fields, in addition to those of every page. */
export const FORM_STYLE = readStyle('form.css');

/** The letter slot of the pages, white on blue, so that it is seen on light and dark tabs. */
export const ICON_SVG = read('favicon.svg').toString().replace(/\n */g, '');

/** The same as a PNG of 32 by 32 pixels in an ICO file, for requests of /favicon.ico. */
export const ICON_ICO = read('favicon.ico');
