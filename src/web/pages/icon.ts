/** The letter slot of the pages, white on blue, so that it is seen on light and dark tabs. */
export const ICON_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
  '<rect width="32" height="32" rx="8" fill="#1d4ed8"/>' +
  '<path d="M6 9h20v14H6zM6 10l10 8 10-8" fill="none" stroke="#fff" stroke-width="2.6" ' +
  'stroke-linecap="round" stroke-linejoin="round"/></svg>';

/** The same as a PNG of 32 by 32 pixels within an ICO file, for browsers that ask for /favicon.ico. */
export const ICON_ICO = Buffer.from(
  'AAABAAEAICAAAAEAIAB3AwAAFgAAAIlQTkcNChoKAAAADUlIRFIAAAAgAAAAIAgGAAAAc3p69AAAAyxJREFUeJzEV11I' +
    'FFEU/u7s+BdYSKjh76bmbgth9BBlBL0FldZrD6VFUkERkSQUYiVFlhVREGFaLz1ID6FJ0EMPJURIkRLtFpY/uLv+hAhr' +
    'lvt7O3dk3dkd3R/cXT+Y3TPnnnu+M/ece2aujBDkVw3uYPAcY4xt5uAmBrYeKwD5mCYfZhLMPuie2V5t+qgeZ35Bv2c4' +
    '3bPWeZXEC6TUIQHggJd+Wq12QyM+M/diAPkHflQwiXfSjQFJAOcY4JzV2HoMA5ISBeOHk0W+wIcKwanIefstlZKO9VIA' +
    'EpIISoeP+9g2WSexo0gyuYB4YFqF0xJnfCtWCbRDjDJtEWPoQH62jMLcVMQTY5Mu2H57gnS0CkaZ/teplcUbUtD7uASJ' +
    'wK66IYxNuVURsFxN7ssK4vvkapQXaX3LoQoecv/L5kJT2xRcbo5YkJ7KcOVEDkryA6ReHyIHQKUZdF9KDi7VZKO22YqJ' +
    'aQ+igaih9ssFQeQCuiX2WlTbz7QxDW/u67HdlBHRtnLLGry+p1fmRANNAJwHlvpUix3dvbOKnJWpQ+f1ItQdzFrWmRh7' +
    'fq1QsRUQc0/etAV8RxOAGvMuH8602tHcMaXkTyxh4/EcPKzPQ6ocSFUa5VvoxJiwEbZijpjrVmWNLcGhqQGmqgG/1NY1' +
    'g29DTjxqyFOernp3prJbRF0IQpFv/5LPzHpRd8OGPvM/RAMZUeLD17/Yd35kkUxcfR2lQTbmYWdMxSoQtgZCITrZoYuj' +
    '6Hrv0Iy9fOdAdf2ohjycvyUDYIyFnTDv4jh7Z3yxLvz5Pnd3HC6PliySP20j4tE1HFEXbz/NKfbDdveydpH8hS3CSBii' +
    'LhkJK1oBoz4Nc/OxteBQGIpTYwtAHXHDkWwkGpoAvo86kShYRrS+WWGVZUK8l9XKZH2QUL4nZc5YPy36XrVeGGqMEwDB' +
    'LdEboh+rBeKmAFLaSYq8n+LOzf+AyU8ka0/pIPdJTUgy6GTUaO0u+6m0YmtG+W2K6AuSBOos/bZ0wwMhL7wLXjCv7Eiv' +
    'pB7UohwgE0fspeuW7EjbKTiFTtMnxfFcgreWRkzxPJ5Th7VwyE9Dj+f/AQAA//9eaCvgAAAABklEQVQDACFQNttaTRes' +
    'AAAAAElFTkSuQmCC',
  'base64',
);
