import { resolve } from 'node:path';
import type { Command } from 'commander';
import { auditFile, AuditLog } from '../../app/access/audit-log.js';
import { addUser, removeUser, renewUser, type TokenOfUser } from '../../app/access/change-access.js';
import { ACCESS_ROLES } from '../../domain/access/access-role.js';
import { oneOf, wholeNumber } from '../../domain/text/parse-option.js';
import type { AccessUser } from '../../formats/access/access-file.js';
import type { AuditLine } from '../../formats/access/audit-line.js';
import { readAccessFile } from '../../formats/access/read-access-file.js';
import { textColumns } from '../../metrics/tables/columns.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { printTables } from '../output/print-tables.js';

/** `touchstone access`: who may come to a server that several people share. */
export function addAccessCommand(program: Command, context: CommandContext): void {
  const access = introduce(
    program.command('access'),
    'Say who may come to a viewer that several people share (`touchstone view --access`), and see what they did.',
    [
      'touchstone access add access.json ana --team vision --role runner',
      'touchstone access list access.json',
      'touchstone access log access.json',
    ],
  ).enablePositionalOptions();
  addAdd(access, context);
  addRenewAndRemove(access, context);
  addLists(access, context);
  for (const command of access.commands) command.option('--verbose', 'print stacks of errors');
}

function addAdd(access: Command, context: CommandContext): void {
  introduce(
    access.command('add'),
    'Let somebody in, and print their token, once; it is kept nowhere. The file is made where there is none.',
    [
      'touchstone access add access.json ana --team vision --role runner',
      'touchstone access add access.json ben --team vision --role labeller',
      'touchstone access add access.json ops --role operator  sees health, metrics and the audit log, and no runs',
    ],
  )
    .argument('<file>', 'file of the users')
    .argument('<name>', 'what they are called in labels, notes and the audit log')
    .requiredOption('--role <role>', `what they may do: ${ACCESS_ROLES.join(', ')}`)
    .option('--team <name>', 'their team, also the name of its folder; operators have none')
    .option('--json', 'print user and token as one JSON document')
    .action(async (file: string, name: string, options: Record<string, unknown>) => {
      const role = oneOf(ACCESS_ROLES, options['role'], '--role');
      const team = typeof options['team'] === 'string' ? options['team'] : null;
      printToken(await addUser(placeOf(file, context), { name, role, team }), options, context);
    });
}

function addRenewAndRemove(access: Command, context: CommandContext): void {
  introduce(
    access.command('renew'),
    'Give somebody another token, and print it, once; the one before holds no longer.',
    ['touchstone access renew access.json ana'],
  )
    .argument('<file>', 'file of the users')
    .argument('<name>', 'the user')
    .option('--json', 'print user and token as one JSON document')
    .action(async (file: string, name: string, options: Record<string, unknown>) => {
      printToken(await renewUser(placeOf(file, context), name), options, context);
    });
  introduce(
    access.command('remove'),
    'Let somebody in no more; pages that they have open get no further events.',
    ['touchstone access remove access.json ana'],
  )
    .argument('<file>', 'file of the users')
    .argument('<name>', 'the user')
    .option('--json', 'print the user as one JSON document')
    .action(async (file: string, name: string, options: Record<string, unknown>) => {
      const { user } = await removeUser(placeOf(file, context), name);
      context.stdout.write(
        options['json'] === true
          ? `${JSON.stringify({ user: withoutHash(user) })}\n`
          : `${name} may not come any more.\n`,
      );
    });
}

function addLists(access: Command, context: CommandContext): void {
  introduce(access.command('list'), 'List the users with team and role.', [
    'touchstone access list access.json',
    'touchstone access list access.json --json',
  ])
    .argument('<file>', 'file of the users')
    .option('--json', 'print one JSON document')
    .action(async (file: string, options: Record<string, unknown>) => {
      const json = options['json'] === true;
      const { users } = await readAccessFile(placeOf(file, context), { signal: context.interrupted });
      const shown = users.map(withoutHash);
      if (json) context.stdout.write(`${JSON.stringify({ users: shown }, null, 2)}\n`);
      else {
        const rows = shown.map(({ name, team, role, since }) => cells([name, team ?? '', role, since]));
        const columns = textColumns('user', 'team', 'role', 'token since');
        printTables([{ id: 'users', title: 'Users', columns, rows, notes: [] }], { json, context });
      }
    });
  introduce(access.command('log'), 'Print who changed what and who was refused: the end of the audit log.', [
    'touchstone access log access.json',
    'touchstone access log access.json --last 1000 --json',
  ])
    .argument('<file>', 'file of the users; the log lies beside it')
    .option('--last <n>', 'lines', '50')
    .option('--json', 'print the lines as one JSON document')
    .action(async (file: string, options: Record<string, unknown>) => {
      const json = options['json'] === true;
      const count = wholeNumber(options['last'], '--last');
      const place = placeOf(file, context);
      const lines = await new AuditLog(auditFile(place)).last(count);
      // Nothing was ever written down of a file that is misspelt.
      if (lines.length === 0) await readAccessFile(place, { signal: context.interrupted });
      if (json) context.stdout.write(`${JSON.stringify({ lines }, null, 2)}\n`);
      else {
        const columns = textColumns('at', 'who', 'team', 'from', 'what');
        const rows = lines.map((line) => cells(wordsOf(line)));
        printTables([{ id: 'audit', title: 'Audit log', columns, rows, notes: [] }], { json, context });
      }
    });
}

function placeOf(file: string, { workingDirectory }: CommandContext): string {
  return resolve(workingDirectory, file);
}

function printToken({ user, token }: TokenOfUser, options: Record<string, unknown>, context: CommandContext) {
  const whose = user.team === null ? 'an operator' : `${user.role} in team ${user.team}`;
  context.stdout.write(
    options['json'] === true
      ? `${JSON.stringify({ user: withoutHash(user), token })}\n`
      : `${user.name} is ${whose}. The token, which is shown only now:\n\n    ${token}\n\n` +
          'They open the address of the viewer with #token= and the token behind it.\n',
  );
}

/** What is shown of a user: the hash is of no use to anybody. */
function withoutHash({ name, role, team, since }: AccessUser): Omit<AccessUser, 'tokenSha256'> {
  return { name, role, team, since };
}

function cells(texts: readonly string[]) {
  return texts.map((text) => ({ text }));
}

/** When, who, of which team, from where, what. */
function wordsOf(line: AuditLine): readonly string[] {
  switch (line.type) {
    case 'change':
    case 'refused': {
      const { at, user, team, address, operation, run, type } = line;
      const what = run === null ? operation : `${operation} ${run}`;
      return [at, user, team ?? '', address, type === 'change' ? what : `${what}: refused`];
    }
    case 'outcome':
      return [line.at, '', '', '', `answered ${line.status}`];
    case 'wrong-token':
      return [line.at, '', '', line.address, 'a wrong token'];
    case 'access':
      return [line.at, line.by, '', '', `${line.action} ${line.user} (${line.role})`];
    default:
      return line satisfies never;
  }
}
