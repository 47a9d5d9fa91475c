import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trialShell } from '../../testing/phones/trial-shell.js';

/** Command lines and what they print; bash prints the same. */
const LINES: readonly (readonly [line: string, stdout: string])[] = [
  ['i=0; while [ $i -lt 3 ]; do echo $i; i=$((i+1)); done', '0\n1\n2\n'],
  ['for x in a b "c d"; do echo "[$x]"; done', '[a]\n[b]\n[c d]\n'],
  ['for x in 1 2 3; do [ $x = 2 ] && continue; echo $x; done', '1\n3\n'],
  ['for x in 1 2 3; do [ $x = 2 ] && break; echo $x; done', '1\n'],
  ['until false; do echo once; break; done', 'once\n'],
  ['if false; then echo a; elif true; then echo b; else echo c; fi', 'b\n'],
  ['case foo.png in *.jpg) echo jpg;; *.png|*.gif) echo png;; *) echo other;; esac', 'png\n'],
  ['case "a b" in "a b") echo yes;; esac', 'yes\n'],
  ['f() { echo "$1-$#-$@"; return 3; }; f a "b c"; echo $?', 'a-2-a b c\n3\n'],
  ['set -- a "b c"; for x in "$@"; do echo "[$x]"; done; echo $#; shift; echo $1', '[a]\n[b c]\n2\nb c\n'],
  ['x=abc; echo ${x#a} ${x%c} ${#x} ${y:-def} ${x:+set} ${y-unset}', 'bc ab 3 def set unset\n'],
  ['x=a.b.c; echo ${x#*.} ${x##*.} ${x%.*} ${x%%.*}', 'b.c c a.b a\n'],
  ['x=hello; echo ${x:1:3}', 'ell\n'],
  ['x=a/b/c; echo ${x/b/X} ${x//\\//-}', 'a/X/c a-b-c\n'],
  ['x="a  b"; echo $x "$x"', 'a b a  b\n'],
  [`x='*'; echo "$x"`, '*\n'],
  ['echo $((1+2*3)) $(( (1+2)*3 )) $((7/2)) $((7%3)) $((1<2)) $((3>2 && 0)) $((-5/2))', '7 9 3 1 1 0 -2\n'],
  ['x=5; echo $((x+1)) $((x++)) $x $((x+=2)) $((x>5?1:0))', '6 5 6 8 1\n'],
  ['echo $((0x10)) $((1<<4)) $((~0)) $((!5))', '16 16 -1 0\n'],
  ['echo "a`echo b`c" $(echo $(echo d))', 'abc d\n'],
  [`echo "$(echo "inner quotes")" 'single' "dou'ble"`, "inner quotes single dou'ble\n"],
  ['echo a\\ b \'c\'"d"e', 'a b cde\n'],
  ['echo "a\\"b" \'a"b\' "a\\$b" "a\\`b"', 'a"b a"b a$b a`b\n'],
  ['a=1 b=2; echo $a$b', '12\n'],
  ['x=1; (x=2; echo $x); echo $x', '2\n1\n'],
  ['x=1; { x=2; }; echo $x', '2\n'],
  ['echo a | { read x; echo "got $x"; }', 'got a\n'],
  ['false | true; echo $?', '0\n'],
  ['true | false; echo $?', '1\n'],
  ['! true; echo $?', '1\n'],
  ['! false && echo yes', 'yes\n'],
  ['echo err >&2; echo out', 'out\n'],
  ['{ echo out; echo err >&2; } 2>&1', 'out\nerr\n'],
  ['{ echo out; echo err >&2; } 2>/dev/null', 'out\n'],
  ['{ echo out; echo err >&2; } >/dev/null 2>&1; echo done', 'done\n'],
  [
    'echo hi > f.txt; cat f.txt; echo more >> f.txt; cat < f.txt; rm f.txt; cat f.txt 2>/dev/null; echo $?',
    'hi\nhi\nmore\n1\n',
  ],
  ['x=5; cat <<EOF\na $x $((x+1)) `echo b`\n"q"\nEOF\ncat <<\'E\'\n$x\nE', 'a 5 6 b\n"q"\n$x\n'],
  ['cat <<< hello', 'hello\n'],
  ['echo a; # comment', 'a\n'],
  ["echo a#b '#c' # d", 'a#b #c\n'],
  ['true && echo 1 || echo 2', '1\n'],
  ['false && echo 1 || echo 2', '2\n'],
  ['(exit 3); echo $?', '3\n'],
  ["sh -c 'echo $0 $1' a b", 'a b\n'],
  ["sh -c 'exit 4'; echo $?", '4\n'],
  [`x=1 sh -c 'echo $x'; echo "[$x]"`, '1\n[]\n'],
  ["export Y=7; sh -c 'echo $Y'", '7\n'],
  ["eval 'echo $((1+1))'", '2\n'],
  ['[ 1 -eq 1 -a 2 -gt 1 ] && echo ok', 'ok\n'],
  ['[ ! -e /nonexistent ] && echo ok', 'ok\n'],
  ['[ -z "" ] && [ -n "x" ] && echo ok', 'ok\n'],
  ['[ a != b ] && [ "a" = a ] && echo ok', 'ok\n'],
  ['[ -d / ] && echo dir', 'dir\n'],
  ['[[ abc == a* ]] && echo glob', 'glob\n'],
  ['[[ -z "" && ( 1 -lt 2 || x == y ) ]] && echo cond', 'cond\n'],
  ['test 5 -ge 3; echo $?', '0\n'],
  ['[ ]; echo $?', '1\n'],
  ['cd /; pwd; cd - >/dev/null', '/\n'],
  ['IFS=:; x=a:b:c; for i in $x; do echo "<$i>"; done', '<a>\n<b>\n<c>\n'],
  ['IFS=,; set -- a,b; echo "$*"', 'a,b\n'],
  ['x=" a b "; for i in $x; do echo "<$i>"; done; echo "<"$x">"', '<a>\n<b>\n< a b >\n'],
  ['echo ""; echo "" ""; echo', '\n \n\n'],
  ['unset x; echo "${x:-$(echo default)}"', 'default\n'],
  ['x=$(false); echo $?', '1\n'],
  ['if [ "$(echo 1)" = 1 ]; then echo eq; fi', 'eq\n'],
  ['a=b; b=c; eval echo \\$$a', 'c\n'],
  ["echo {} '{a}' {", '{} {a} {\n'],
  ["echo -e 'a\\tb'", 'a\tb\n'],
  ['echo 1 2 > /dev/null && echo ok', 'ok\n'],
  ['while :; do echo x; break; done', 'x\n'],
  [
    'n=0; for i in 1 2 3; do for j in 1 2 3; do n=$((n+1)); [ $j = 2 ] && continue 2; done; done; echo $n',
    '6\n',
  ],
  ['for i in 1 2; do for j in 1 2; do break 2; done; done; echo $i$j', '11\n'],
  ['echo $(echo a; echo b)', 'a b\n'],
  ['yes_no() { if [ "$1" = y ]; then echo yes; else echo no; fi; }; yes_no y; yes_no n', 'yes\nno\n'],
  ['command -v nosuchcmd; echo $?', '1\n'],
  ['true; false; echo $?', '1\n'],
  ['echo a |\n  cat', 'a\n'],
  ['  cat', ''],
  ['[ "a b" = "a b" ] && echo sp', 'sp\n'],
  ['x=3; [ $x -gt 2 ] && echo big', 'big\n'],
  ['echo "${#}" "$?"', '0 0\n'],
  ["echo 'it'\\''s'", "it's\n"],
  ['expr_test=$((10 % 3)); echo $expr_test', '1\n'],
  ['echo one two | (read a b; echo $b $a)', 'two one\n'],
];

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

describe('phoneShell', () => {
  it.each(LINES)('runs %s', async (line, stdout) => {
    expect((await trialShell().run(`cd /data/local/tmp; ${line}`)).stdout).toBe(stdout);
  });

  it('gives any quoted text back as it was', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 }),
        async (texts) => {
          const words = texts.map((text) => text.replaceAll('\0', ''));
          const { run, calls } = trialShell(['input']);
          await run(`input ${words.map(quoted).join(' ')}`);
          expect(calls).toEqual([['input', ...words]]);
        },
      ),
    );
  });

  it('splits what is not quoted, and only that', async () => {
    const blank = fc.string({ unit: fc.constantFrom('a', ' ', '\t', 'b'), maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(blank, async (text) => {
        const { run, calls } = trialShell(['input']);
        await run(`x=${quoted(text)}; input $x; input "$x"`);
        expect(calls).toEqual([
          ['input', ...text.split(/[ \t]+/).filter(Boolean)],
          ['input', text],
        ]);
      }),
    );
  });

  it('survives any line', async () => {
    const piece = fc.constantFrom(
      ...'echo a ; && || | & ( ) { } < > >> $ ${ $(( $( ` " \' \\ \n if then fi while do done for in case esac ;; x= $x # ! [[ ]] << *'.split(
        ' ',
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 25 }),
        async (pieces) => {
          const { status } = await trialShell().run(pieces.join(' '));
          expect(status).toBeGreaterThanOrEqual(0);
          expect(status).toBeLessThan(256);
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    ['too many loops', 'while true; do true; done', 'too many loop iterations'],
    [
      'nested loops',
      'for i in $(seq 200); do for j in $(seq 200); do :; done; done',
      'too many loop iterations',
    ],
    ['functions that call themselves', 'f() { f; }; f', 'called too deeply'],
    [
      'a script that calls itself',
      "echo 'sh /sdcard/a; sh /sdcard/a' > /sdcard/a; sh /sdcard/a",
      'called too deeply',
    ],
    ['nested substitutions', `${'$('.repeat(100)}echo${')'.repeat(100)}`, 'too many nested substitutions'],
    ['nested commands', `${'{ '.repeat(1000)}:;${' }'.repeat(1000)}`, 'nested too deeply'],
    ['a line too long', `echo ${'a'.repeat(1024 * 1024)}`, 'too long'],
    ['a pipeline too long', Array.from({ length: 300 }, () => 'cat').join('|'), 'cannot fork'],
    ['variables that grow', 'x=aaaaaaaaaaaaaaaa; while true; do x=$x$x; done', 'too long'],
    [
      'variables that are many',
      'x=$(seq 100000); for i in $(seq 100); do eval v$i=\\$x; done',
      'cannot allocate memory',
    ],
    ['output that grows', 'x=$(seq 10000000)', 'cannot allocate memory'],
    ['arithmetic too deep', `echo $((${'('.repeat(500)}1${')'.repeat(500)}))`, 'nested too deeply'],
  ])('ends %s', async (_, line, text) => {
    const { stderr, status } = await trialShell().run(line);
    expect(stderr).toContain(text);
    expect(status).not.toBe(0);
  });

  it('lets others have their turn, however many commands a line runs at once', async () => {
    let commands = 0;
    let most = 0;
    const { run } = trialShell({
      tick: () => {
        commands += 1;
        return 0;
      },
    });
    const over = new AbortController();
    const done = run('f() { tick; f | f & }; f').then(() => over.abort());
    while (!over.signal.aborted) {
      const before = commands;
      await new Promise((resolve) => setImmediate(resolve));
      most = Math.max(most, commands - before);
    }
    await done;
    expect(commands).toBeGreaterThan(1000);
    expect(most).toBeLessThan(600);
  });

  it('reads hostile lines, for which going back over them would outlast any test', async () => {
    for (const line of ['$(('.repeat(60), '"$('.repeat(60), '`'.repeat(1001), '(('.repeat(50)]) {
      expect((await trialShell().run(line + 'a '.repeat(300_000))).status).not.toBe(0);
    }
    const { stdout } = await trialShell().run(`x=${'a'.repeat(30_000)}; echo \${x##*a*a*a*b}`);
    expect(stdout).toBe(`${'a'.repeat(30_000)}\n`);
  });

  it('says what it does not have', async () => {
    const { run, unknown } = trialShell();
    expect(await run('sqlite3 a; /data/local/tmp/none -v; echo $?')).toEqual({
      stdout: '127\n',
      stderr:
        '/system/bin/sh: sqlite3: inaccessible or not found\n/system/bin/sh: /data/local/tmp/none: inaccessible or not found\n',
      status: 0,
    });
    expect(unknown).toEqual(['sqlite3', '/data/local/tmp/none']);
  });

  it.each([
    ['echo "open', 'no closing quote'],
    ['fi', "unexpected 'fi'"],
    ['if true; then', 'unexpected EOF'],
    ['echo )', "unexpected ')'"],
    ['; echo', "unexpected ';'"],
    ['echo ${x', 'bad substitution'],
    ['echo $((1/0))', 'zero divisor'],
    ['cat < /none', "can't open /none: No such file or directory"],
    ['echo > /x', "can't create /x: Permission denied"],
  ])('refuses %s', async (line, text) => {
    const { stdout, stderr, status } = await trialShell().run(line);
    expect(stdout).toBe('');
    expect(stderr).toContain(text);
    expect(status).toBe(1);
  });

  it('runs the lines before one that is wrong', async () => {
    expect((await trialShell().run('echo a\necho b; fi\necho c')).stdout).toBe('a\n');
  });

  it('runs pipelines at once, and ends who writes for nobody', async () => {
    const logcat = async ({
      stdout,
      signal,
    }: {
      stdout: (text: string) => Promise<void>;
      signal: AbortSignal;
    }) => {
      await stdout('first\n');
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        signal.addEventListener('abort', () => resolve());
      });
      return 0;
    };
    const { run } = trialShell({ logcat });
    expect(await run('logcat | head -n 1')).toEqual({ stdout: 'first\n', stderr: '', status: 0 });
    expect((await run('while true; do echo x; done | head -n 3')).stdout).toBe('x\nx\nx\n');
    expect((await run('seq 1 5000000 | head -n 2')).stdout).toBe('1\n2\n');
    expect((await run('seq 1 200000 | cat | cat | tail -n 1')).stdout).toBe('200000\n');
  });

  it('ends with its client', async () => {
    const client = new AbortController();
    const { run } = trialShell({
      wait_here: ({ signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve(0));
          client.abort();
        }),
    });
    const { stdout } = await run('wait_here; echo never', { signal: client.signal });
    expect(stdout).toBe('');
  });

  it('waits for jobs in the background, unless they write elsewhere', async () => {
    const { run } = trialShell({
      slow: async ({ stdout }) => (
        await new Promise((resolve) => setTimeout(resolve, 20)),
        await stdout('slow\n'),
        0
      ),
    });
    expect((await run('slow & echo quick')).stdout).toBe('quick\nslow\n');
    expect((await run('(slow; slow) > /sdcard/out 2>&1 & echo quick; cat /sdcard/out')).stdout).toBe(
      'quick\n',
    );
  });

  it('gives programs the standard input that is left', async () => {
    const { run } = trialShell();
    expect((await run('read a; echo "<$a>"; head -n 1; cat', { stdin: '1\n2\n3\n4\n' })).stdout).toBe(
      '<1>\n2\n3\n4\n',
    );
  });

  it('passes on what a tool runs into', async () => {
    const { run } = trialShell({ broken: () => Promise.reject(new Error('out of order')) });
    await expect(run('broken')).rejects.toThrow('out of order');
    await expect(run('echo | broken | cat')).rejects.toThrow('out of order');
  });
});
