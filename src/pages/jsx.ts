// The bundler gives these to each file with JSX: that is shorter code than the automatic runtime makes.
export { Fragment, h } from 'preact';
