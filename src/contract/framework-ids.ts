/** Contract, "Endpoints": what the query `framework` may be; the first is the default. */
export const FRAMEWORK_IDS = ['html', 'js', 'react', 'vue', 'svelte', 'astro', 'nextjs'] as const;

export type FrameworkId = (typeof FRAMEWORK_IDS)[number];

/** The literal text in generic install artifacts that an endpoint takes the place of. */
export const ENDPOINT_PLACEHOLDER = '{{FORM_ENDPOINT}}';
