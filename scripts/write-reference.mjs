// Writes docs/environment.md out of .env.example, and docs/plugins/contract.md out of the types and comments of
// src/plugin. `--check` writes nothing, and fails where one of them is not up to date.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path) => readFileSync(`${root}${path}`, 'utf8');

const pages = {
  'docs/environment.md': formatted(environmentPage()),
  'docs/plugins/contract.md': formatted(contractPage()),
};
const stale = Object.entries(pages).filter(([path, text]) => text !== readOrNothing(path));
if (process.argv.includes('--check')) {
  for (const [path] of stale)
    console.error(`${path} is not up to date. Run: node scripts/write-reference.mjs`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else for (const [path, text] of stale) writeFileSync(`${root}${path}`, text);

/** As `npm run format` leaves it. */
function formatted(markdown) {
  const biome = [`${root}node_modules/@biomejs/biome/bin/biome`, 'format', '--stdin-file-path=page.md'];
  return execFileSync(process.execPath, biome, { cwd: root, input: markdown, encoding: 'utf8' });
}

function readOrNothing(path) {
  try {
    return read(path);
  } catch {
    return undefined;
  }
}

/** A heading a section, a row a variable; the comment above a variable says what it is. */
function environmentPage() {
  const lines = [
    '# Environment variables',
    '',
    'Made by `node scripts/write-reference.mjs` out of [`.env.example`](../.env.example), which a test holds to the code. Set them',
    'in `.env` or in the environment, which wins; a blank one counts as not set.',
  ];
  let comment = [];
  let rows = [];
  const flush = () => {
    if (rows.length > 0) lines.push('', ...table(['variable', 'default', 'what it is'], rows));
    rows = [];
  };
  for (const line of read('.env.example').split('\n')) {
    const heading = /^# --- (.+?) -+$/.exec(line)?.[1];
    const variable = /^#?([A-Z][A-Z0-9_]*)=(.*)$/.exec(line);
    if (heading !== undefined) {
      flush();
      lines.push('', `## ${heading}`);
      comment = [];
    } else if (variable !== null) {
      const [, name, value] = variable;
      // Variables under one comment share it.
      const about = comment.length > 0 ? comment.join(' ') : 'As the one above.';
      rows.push([`\`${name}\``, value === '' ? '' : `\`${value}\``, about]);
      comment = [];
    } else if (line.startsWith('#')) comment.push(line.replace(/^# ?/, ''));
    else if (line.trim() === '') comment = [];
  }
  flush();
  return `${lines.join('\n')}\n`;
}

/** A section a file of src/plugin, with what src/plugin/index.ts lets out of it. */
function contractPage() {
  const lines = [
    '# The contract, type by type',
    '',
    'Made by `node scripts/write-reference.mjs` out of the types and comments of `src/plugin`: all that `oracle-runtime/plugin`',
    'exports. How to use it is told in [the guide](README.md).',
  ];
  for (const [file, names] of exportsOf('src/plugin/index.ts')) {
    const source = parse(file);
    const told = source.statements.flatMap((statement) => describe(statement, source, names));
    if (told.length > 0) lines.push('', `## ${file.replace('src/plugin/', '')}`, ...told);
  }
  return `${lines.join('\n')}\n`;
}

/** Names by the file that they come from, in the order of the index. */
function exportsOf(index) {
  const files = new Map();
  for (const statement of parse(index).statements) {
    if (!ts.isExportDeclaration(statement) || !statement.exportClause?.elements) continue;
    const file = `src/plugin/${statement.moduleSpecifier.text.replace(/^\.\//, '').replace(/\.js$/, '.ts')}`;
    if (!statement.moduleSpecifier.text.startsWith('./')) continue;
    const names = files.get(file) ?? new Set();
    for (const { name, propertyName } of statement.exportClause.elements)
      names.add((propertyName ?? name).text);
    files.set(file, names);
  }
  return files;
}

function describe(node, source, names) {
  const name = nameOf(node);
  if (name === undefined || !names.has(name)) return [];
  const head = ['', `### \`${name}\``, ...paragraph(docOf(node, source))];
  if (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) {
    const parents = (node.heritageClauses ?? []).map((clause) => oneLine(clause.getText(source)));
    const members = node.members.filter((member) => member.name !== undefined && isPublic(member));
    const rows = members.map((member) => [
      `\`${member.name.getText(source)}${member.questionToken ? '?' : ''}\``,
      code(typeOf(member, source)),
      oneLine(docOf(member, source)),
    ]);
    return [
      ...head,
      ...(parents.length > 0 ? ['', `\`${parents.join(' ')}\``] : []),
      ...(rows.length > 0 ? ['', ...table(['member', 'type', 'what it is'], rows)] : []),
    ];
  }
  if (ts.isTypeAliasDeclaration(node)) return [...head, '', code(oneLine(node.type.getText(source)))];
  if (ts.isFunctionDeclaration(node)) return [...head, '', code(signatureOf(node, source))];
  const declared = node.declarationList?.declarations[0];
  return declared?.type ? [...head, '', code(oneLine(declared.type.getText(source)))] : head;
}

function nameOf(node) {
  if (ts.isVariableStatement(node)) return node.declarationList.declarations[0]?.name.text;
  return node.name?.text;
}

function isPublic(member) {
  const hidden = [ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword];
  return !ts.isPrivateIdentifier(member.name) && !member.modifiers?.some(({ kind }) => hidden.includes(kind));
}

function typeOf(member, source) {
  if (member.parameters !== undefined) return signatureOf(member, source);
  return oneLine(member.type?.getText(source) ?? '');
}

function signatureOf(node, source) {
  const parameters = node.parameters.map((parameter) => parameter.getText(source)).join(', ');
  const answer = node.type === undefined ? '' : ` => ${node.type.getText(source)}`;
  return oneLine(`(${parameters})${answer}`);
}

/** The comment before a declaration, its tags as sentences of their own. */
function docOf(node, source) {
  const [comment] = node.jsDoc ?? [];
  if (comment === undefined) return '';
  return comment
    .getText(source)
    .replace(/^\/\*\*|\*\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
    .join('\n')
    .trim()
    .replace(/\{@link ([^}]+)\}/g, '`$1`')
    .replace(/(?<=^|\s)@(\w+)/g, '**$1**');
}

function parse(path) {
  return ts.createSourceFile(path, read(path), ts.ScriptTarget.ES2022, true);
}

function oneLine(text) {
  return text
    .replace(/\/\*\*[\s\S]*?\*\//g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function paragraph(text) {
  return text === '' ? [] : ['', text.replaceAll('<', '\\<')];
}

/** Code in a paragraph or a cell; a long type is cut, since the file is linked. */
function code(text) {
  const short = text.length > 300 ? `${text.slice(0, 297)}…` : text;
  return short === '' ? '' : `\`${short.replaceAll('`', '´')}\``;
}

function table(head, rows) {
  const cells = (row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [cells(head), cells(head.map(() => '---')), ...rows.map(cells)];
}
