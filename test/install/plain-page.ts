/** A whole page around a form, as a website has it. */
export function wrapInPage(content: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Contact</title>
    <link rel="icon" href="data:," />
  </head>
  <body>
    <main>
      <h1>Contact</h1>
${content}
    </main>
  </body>
</html>
`;
}
