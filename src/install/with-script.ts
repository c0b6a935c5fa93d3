import { ENDPOINT_PLACEHOLDER } from '../contract/enums.ts';
import { ASTRO, HTML, indent, SVELTE, VUE } from './markup.ts';
import {
  ASTRO_VARIABLE,
  endpointIn,
  formContent,
  formTag,
  type FormDesign,
  VITE_VARIABLE,
} from './snippets.ts';
import { styleOf } from './style.ts';

const action = `action="${ENDPOINT_PLACEHOLDER}"`;

/** The form in plain HTML. */
export const plainForm = (design: FormDesign, further: readonly string[] = []): string => `\
${formTag([...further, 'class="contact-form"', action, 'method="post"'], design, { spaces: 0 })}
${formContent(design, HTML)}
</form>`;

export const styleElement = (design: FormDesign): string => `<style>
${indent(styleOf(design), 2)}
</style>`;

export const scriptElement = (src: string, first = ''): string =>
  `<script ${first}type="module" src="${src}"></script>`;

export const vueWithScript = (src: string, design: FormDesign): string => `<script setup lang="ts">
import { onMounted, useId } from 'vue';

const ENDPOINT =
  ${endpointIn(VITE_VARIABLE)};
const SCRIPT = '${src}';

const id = useId();

// Browsers run a module once, however often it is asked for.
onMounted(() => {
  const script = document.createElement('script');
  script.type = 'module';
  script.src = SCRIPT;
  document.head.append(script);
});
</script>

<template>
  ${formTag(['class="contact-form"', ':action="ENDPOINT"', 'method="post"'], design, { spaces: 2 })}
${formContent(design, VUE, { spaces: 4 })}
  </form>
</template>

<style scoped>
${styleOf(design)}
</style>
`;

/** Svelte would drop the rules for what the script adds. */
const globalStyleOf = (design: FormDesign): string =>
  styleOf(design).replace(/^(:where\(.*\)) \{$/gm, ':global($1) {');

export const svelteWithScript = (script: string, design: FormDesign): string => `<script lang="ts">
  const ENDPOINT =
    ${endpointIn(VITE_VARIABLE)};

  const id = $props.id();
</script>

<svelte:head>
${indent(scriptElement(script), 2)}
</svelte:head>

${formTag(['class="contact-form"', 'action={ENDPOINT}', 'method="post"'], design, { spaces: 0 })}
${formContent(design, SVELTE)}
</form>

<style>
${indent(globalStyleOf(design), 2)}
</style>
`;

export const astroWithScript = (script: string, design: FormDesign): string => `---
const endpoint =
  ${endpointIn(ASTRO_VARIABLE)};
---

${formTag(['class="contact-form"', 'action={endpoint}', 'method="post"'], design, { spaces: 0 })}
${formContent(design, ASTRO)}
</form>

<style>
${indent(styleOf(design), 2)}
</style>

${scriptElement(script, 'is:inline ')}
`;
