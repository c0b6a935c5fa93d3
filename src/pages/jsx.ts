// The bundler gives these to each file with JSX: the automatic runtime needs more code.
export { Fragment, h } from 'preact';
