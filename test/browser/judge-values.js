/* Runs in the page: Chromium's reading of a visitor's values, and why it would not post them. */

const ATTRIBUTES = ['required', 'pattern', 'min', 'max', 'step', 'multiple', 'type'];

function dress(control, field, names = ATTRIBUTES) {
  control.name = 'f';
  for (const name of names.filter((each) => field[each] !== undefined)) {
    control.setAttribute(name, field[name] === true ? '' : String(field[name]));
  }
  return control;
}

function enterChoice(form, field, values) {
  const options = field.options ?? [{ value: 'on' }];
  if (field.type === 'select') {
    const select = dress(document.createElement('select'), field, ['required', 'multiple']);
    select.append(...options.map(({ value }) => new Option('x', value)));
    form.append(select);
    select.selectedIndex = -1;
    for (const option of select.options) if (values.includes(option.value)) option.selected = true;
    return select;
  }
  const controls = options.map(({ value }) => {
    const control = dress(document.createElement('input'), field, ['required', 'type']);
    if (field.options) control.value = value;
    form.append(control);
    control.checked = values.includes(value);
    return control;
  });
  return controls[0];
}

function writtenControl(field) {
  return dress(document.createElement(field.type === 'textarea' ? 'textarea' : 'input'), field);
}

const codesOf = ({ validity }) => {
  const codes = [];
  for (const code in validity) if (validity[code] && code !== 'valid') codes.push(code);
  return codes.sort();
};

/** Enters each value into a control of its field. */
globalThis.judgeAll = (all) => {
  const form = document.createElement('form');
  document.body.replaceChildren(form);
  return all.map(({ field, values }) => {
    form.replaceChildren();
    let control;
    if (['select', 'radio', 'checkbox'].includes(field.type)) {
      control = enterChoice(form, field, values);
    } else {
      control = writtenControl(field);
      form.append(control);
      control.value = values[0];
    }
    return { posted: new FormData(form).getAll('f'), codes: codesOf(control) };
  });
};

let typed = [];

/** Prepares controls for the keyboard: lengths count after an edit of the visitor alone. */
globalThis.prepareAll = (all) => {
  typed = all.map(({ field, values }) => {
    const control = writtenControl(field);
    document.body.append(control);
    control.value = values[0];
    return { control, field };
  });
};

globalThis.focusOn = (at) => typed[at].control.focus();

/** `maxlength` would have stopped the edit, so the limits come after it. */
globalThis.judgeTyped = () =>
  typed.map(({ control, field }) => {
    dress(control, field, ['minlength', 'maxlength']);
    return { posted: [control.value], codes: codesOf(control) };
  });
