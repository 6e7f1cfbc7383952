import { type Html, html } from '../../platform/html.ts'
import type { CodeExample } from '../../requests/api/code-example.ts'
import type { Parameter, Schema } from '../openapi/api-document.ts'
import { bodyForm } from './body-form.html.ts'
import { input } from './input.html.ts'
import type { ReferenceOperation } from './reference.ts'
import { choicesOf } from './schema-words.ts'

type Follow = (schema: Schema) => Schema

/**
 * The form of a live panel, ready to be sent: it begins with what the samples send. It waits in a template, so it costs a
 * page nothing before it is opened.
 */
export const panelForm = (operation: ReferenceOperation, follow: Follow): Html => {
  const { id, method, path, name, parameters, body, example = { client: '' } } = operation
  const isStream = example.isStream === true
  return html`<template id="panel-${id}"><form data-method="${method}" data-path="${path}" data-name="${name}"${isStream && html` data-stream`}>${places.map(
    ([place, title]) =>
      section(
        title,
        parameters.filter((parameter) => parameter.in === place),
        (one) => field(one, follow, startOf(example, one)),
      ),
  )}${body && bodyForm(body, example, follow)}</form></template>`
}

const places = [
  ['path', 'Path'],
  ['query', 'Query'],
  ['header', 'Headers'],
] as const

const section = (
  title: string,
  parameters: readonly Parameter[],
  write: (parameter: Parameter) => Html,
): Html | false =>
  parameters.length > 0 &&
  (title === 'Headers'
    ? html`<details class="more"><summary>Headers</summary><div class="inputs">${parameters.map(write)}</div></details>`
    : html`<fieldset><legend>${title}</legend><div class="inputs">${parameters.map(write)}</div></fieldset>`)

const startOf = ({ path = {}, query = {} }: CodeExample, { name, in: place }: Parameter): string =>
  (place === 'path' ? path[name] : query[name]) ?? ''

const field = (
  { name, in: place, required = false, schema: given }: Parameter,
  follow: Follow,
  start: string,
): Html => {
  const schema = follow(given)
  const choices = choicesOf(schema, follow)
  const called = choices.length > 0 ? 'data-name' : 'name'
  return input({
    label: name,
    attributes: html` ${called}="${place}:${name}"`,
    schema,
    choices,
    start,
    isRequired: required,
    isNeeded: place === 'path',
  })
}
