/** What the page uses of Swagger UI, whose package has no types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface System {
    React: {
      createElement(
        tag: string,
        attributes: Readonly<Record<string, string>>,
        text: string,
      ): object;
    };
  }

  /** Makes a component to be shown instead of one of Swagger UI. */
  export type Wrap = (original: unknown, system: System) => () => object | null;

  // oxlint-disable-next-line import/no-default-export -- it is theirs
  export default function SwaggerUI(options: {
    url: string;
    domNode: Element | null;
    deepLinking: boolean;
    defaultModelsExpandDepth: number;
    supportedSubmitMethods: readonly string[];
    validatorUrl: string;
    onComplete: () => void;
    plugins: readonly { wrapComponents: Readonly<Record<string, Wrap>> }[];
  }): unknown;
}
