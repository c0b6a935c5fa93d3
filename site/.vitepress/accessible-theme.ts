import type { Plugin } from 'vite';

/** Parts of VitePress's theme with names that differ from the words seen, or without a `main`. */
const CHANGES: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  'VPNavBarSearchButton.vue': [[':aria-label=', ':title=']],
  'VPHome.vue': [
    ['<div', '<main'],
    ['</div>\n</template>', '</main>\n</template>'],
  ],
  'VPLocalSearchBox.vue': [
    ['role="button"', 'role="dialog"'],
    [`:aria-owns="results?.length ? 'localsearch-list' : undefined"`, ''],
    ['aria-expanded="true"', 'aria-modal="true"'],
    ['aria-haspopup="listbox"', ''],
    [`:id="'localsearch-item-' + index"`, ''],
    [`:aria-selected="selectedIndex === index ? 'true' : 'false'"`, ''],
    ['role="option"', 'role="presentation"'],
    [
      ':href="p.id"',
      `:href="p.id" role="option" :id="'localsearch-item-' + index" :aria-selected="selectedIndex === index"`,
    ],
    ['<kbd :aria-label', '<kbd role="img" :aria-label'],
    [`:aria-label="[...p.titles, p.title].join(' > ')"`, ''],
    ['<span class="title-icon">', '<span class="title-icon" aria-hidden="true">'],
  ],
};

export const accessibleTheme: Plugin = {
  name: 'accessible-theme',
  enforce: 'pre',
  transform(code, id) {
    const changes = CHANGES[id.slice(id.lastIndexOf('/') + 1)];
    return changes?.reduce((text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${id} has no ${from}`);
      return text.replaceAll(from, to);
    }, code);
  },
};
