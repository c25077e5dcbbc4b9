import { wordsIn } from '../form/build-form.js';
import {
  type FormModel,
  type FormStep,
  MAX_PIXELS,
  pathsOf,
  type Question,
  stepsOf,
  type Words,
} from '../form/form-model.js';
import { languageName } from '../form/languages.js';
import { printExpression } from '../form/print-expression.js';
import { element, escapeXml } from './xml.js';

const NAMESPACES = {
  xmlns: 'http://www.w3.org/2002/xforms',
  'xmlns:h': 'http://www.w3.org/1999/xhtml',
  'xmlns:jr': 'http://openrosa.org/javarosa',
  'xmlns:orx': 'http://openrosa.org/xforms',
  'xmlns:odk': 'http://www.opendatakit.org/xforms',
};

const BIND_TYPES: Readonly<Record<Question['type'], string>> = {
  integer: 'int',
  decimal: 'decimal',
  text: 'string',
  date: 'date',
  geopoint: 'geopoint',
  image: 'binary',
  select_one: 'string',
  select_multiple: 'string',
  select_household: 'string',
};

const PRELOADS = {
  start: { 'jr:preload': 'timestamp', 'jr:preloadParams': 'start', type: 'dateTime' },
  end: { 'jr:preload': 'timestamp', 'jr:preloadParams': 'end', type: 'dateTime' },
  today: { 'jr:preload': 'date', 'jr:preloadParams': 'today', type: 'date' },
} as const;

/** The form as an XForm (ODK XForms 1.0.0): what phones download. */
export function compileXForm(form: FormModel): string {
  const compiler = new Compiler(form);
  const model = element(
    'model',
    { 'odk:xforms-version': '1.0.0' },
    [compiler.texts(), compiler.instance(), compiler.lists(), compiler.binds()].join(''),
  );
  const head = element('h:head', {}, element('h:title', {}, escapeXml(form.title)) + model);
  const body = element('h:body', {}, compiler.controls(form.steps));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('h:html', NAMESPACES, head + body)}\n`;
}

class Compiler {
  readonly #form: FormModel;
  readonly #paths: ReadonlyMap<string, string>;

  constructor(form: FormModel) {
    this.#form = form;
    this.#paths = pathsOf(form);
  }

  /** All words by language, so that a phone can change it. */
  texts(): string {
    const { languages, lists, steps } = this.#form;
    const words: [id: string, words: Words][] = [
      ...Object.entries(lists).flatMap(([list, choices]) =>
        choices.map(({ label }, at): [string, Words] => [`${list}-${at}`, label]),
      ),
      ...[...stepsOf(steps)].flatMap(({ step }) => this.#wordsOf(step)),
    ];
    const translations = languages.map((language, at) =>
      element(
        'translation',
        { lang: languageName(language), default: at === 0 ? 'true()' : undefined },
        words
          .map(([id, each]) =>
            element(
              'text',
              { id },
              element('value', {}, escapeXml(each[language] ?? wordsIn(each, languages))),
            ),
          )
          .join(''),
      ),
    );
    return element('itext', {}, translations.join(''));
  }

  #wordsOf(step: FormStep): [string, Words][] {
    if (step.kind === 'preloaded' || step.kind === 'calculation') return [];
    const path = this.#path(step.name);
    const label: [string, Words] = [`${path}:label`, step.label];
    if (step.kind !== 'question') return [label];
    return [
      label,
      ...(step.hint ? [[`${path}:hint`, step.hint] satisfies [string, Words]] : []),
      ...(step.constraint
        ? [[`${path}:jr:constraintMsg`, step.constraint.otherwise] satisfies [string, Words]]
        : []),
    ];
  }

  /** The document of answers, empty. */
  instance(): string {
    const { formId, version, steps } = this.#form;
    const nodes = (each: readonly FormStep[]): string =>
      each.map((step) => element(step.name, {}, step.kind === 'group' ? nodes(step.steps) : '')).join('');
    const meta = element('meta', {}, element('instanceID') + element('instanceName'));
    return element('instance', {}, element('data', { id: formId, version }, nodes(steps) + meta));
  }

  lists(): string {
    const { lists, households } = this.#form;
    const inside = Object.entries(lists).map(([list, choices]) => {
      const items = choices.map(({ name }, at) =>
        element('item', {}, element('itextId', {}, `${list}-${at}`) + element('name', {}, escapeXml(name))),
      );
      return element('instance', { id: list }, element('root', {}, items.join('')));
    });
    const beside = element('instance', { id: households, src: `jr://file-csv/${households}.csv` });
    return [...inside, beside].join('');
  }

  binds(): string {
    const binds = [...stepsOf(this.#form.steps)].flatMap(({ step }) => this.#bindOf(step));
    const id = element('bind', {
      nodeset: '/data/meta/instanceID',
      type: 'string',
      readonly: 'true()',
      'jr:preload': 'uid',
    });
    const name = element('bind', {
      nodeset: '/data/meta/instanceName',
      type: 'string',
      calculate: this.#print(this.#form.instanceName),
    });
    return [...binds, id, name].join('');
  }

  #bindOf(step: FormStep): string[] {
    const nodeset = this.#path(step.name);
    const relevant = step.relevant && this.#print(step.relevant);
    switch (step.kind) {
      case 'preloaded':
        return [element('bind', { nodeset, ...PRELOADS[step.type] })];
      case 'calculation':
        return [element('bind', { nodeset, type: 'string', calculate: this.#print(step.is), relevant })];
      case 'note':
        return [element('bind', { nodeset, type: 'string', readonly: 'true()', relevant })];
      case 'group':
        return relevant === undefined ? [] : [element('bind', { nodeset, relevant })];
      case 'question':
        return [
          element('bind', {
            nodeset,
            type: BIND_TYPES[step.type],
            required: step.required ? 'true()' : undefined,
            relevant,
            constraint: step.constraint && this.#print(step.constraint.holds),
            'orx:max-pixels': step.type === 'image' ? String(MAX_PIXELS) : undefined,
            'jr:constraintMsg': step.constraint && `jr:itext('${nodeset}:jr:constraintMsg')`,
          }),
        ];
    }
  }

  controls(steps: readonly FormStep[]): string {
    return steps.map((step) => this.#control(step)).join('');
  }

  #control(step: FormStep): string {
    if (step.kind === 'preloaded' || step.kind === 'calculation') return '';
    const ref = this.#path(step.name);
    const label = element('label', { ref: `jr:itext('${ref}:label')` });
    if (step.kind === 'group') return element('group', { ref }, label + this.controls(step.steps));
    if (step.kind === 'note') return element('input', { ref }, label);
    const texts = label + (step.hint ? element('hint', { ref: `jr:itext('${ref}:hint')` }) : '');
    switch (step.type) {
      case 'select_household': {
        const { list = '', filter } = step;
        const rows = filter && `[${filter.column} = ${this.#path(filter.question)}]`;
        const items = element(
          'itemset',
          { nodeset: `instance('${list}')/root/item${rows ?? ''}` },
          element('value', { ref: 'name' }) + element('label', { ref: 'label' }),
        );
        return element('select1', { ref, appearance: 'minimal autocomplete' }, texts + items);
      }
      case 'select_one':
      case 'select_multiple': {
        const items = element(
          'itemset',
          { nodeset: `instance('${step.list}')/root/item` },
          element('value', { ref: 'name' }) + element('label', { ref: 'jr:itext(itextId)' }),
        );
        return element(step.type === 'select_one' ? 'select1' : 'select', { ref }, texts + items);
      }
      case 'image':
        return element('upload', { ref, mediatype: 'image/*' }, texts);
      default:
        return element('input', { ref }, texts);
    }
  }

  #path(name: string): string {
    return this.#paths.get(name) ?? `/data/${name}`;
  }

  #print(expression: FormModel['instanceName']): string {
    return printExpression(expression, (question) => this.#path(question));
  }
}
