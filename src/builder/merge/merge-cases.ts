import { describeAction } from './describe-action.js';
import type { CommonAction } from './common-actions.js';
import type { Decision, Merged } from './corrected-merge.js';
import type { Dispersed } from './dispersion.js';
import { sha256 } from '../../formats/run/canonical-json.js';
import type { MergeCase, ReviewLook } from '../../formats/merge-review/merge-review.js';

/** Looks of one group that a case shows. */
const MOST_SHOWN = 6;

/**
 * What a person should look at: doubtful pairs, states that are probably several, actions that a page's other states have. Decisions of the cases before are kept, also
 * those that have come true and are no doubts any more.
 *
 * @param nodes node of each capture
 */
export function mergeCases(
  merged: Merged,
  {
    nodes,
    dispersed,
    common,
    before,
  }: {
    readonly nodes: readonly string[];
    readonly dispersed: readonly Dispersed[];
    readonly common: readonly CommonAction[];
    readonly before: readonly MergeCase[];
  },
): readonly MergeCase[] {
  const lookOf = (place: number): ReviewLook => {
    const look = merged.looks[place];
    const { picture, file, hierarchy } = look?.capture ?? { picture: null, hierarchy: null };
    return {
      look: look?.id ?? '',
      node: nodes[look?.captures[0] ?? 0] ?? '',
      ...(picture === null ? {} : { picture: `screens/${file ?? `${picture}.png`}` }),
      ...(hierarchy === null ? {} : { hierarchy: `screens/${hierarchy}.xml` }),
    };
  };
  const firstOf = new Map<number, number>();
  for (const [capture, state] of merged.states.entries()) {
    if (!firstOf.has(state)) firstOf.set(state, merged.of[capture] ?? 0);
  }
  const ofState = (state: number): ReviewLook => lookOf(firstOf.get(state) ?? 0);
  const found = [
    ...doubtCases(merged, lookOf),
    ...splitCases(dispersed, { lookOf, ofState }),
    ...edgeCases(common, ofState),
  ];
  const old = new Map(before.map((one) => [one.id, one]));
  const kept = found.map((one) => decided(one, old.get(one.id)));
  const ids = new Set(kept.map(({ id }) => id));
  return [...before.filter(({ id, decision }) => decision !== null && !ids.has(id)), ...kept];
}

function doubtCases(merged: Merged, lookOf: (place: number) => ReviewLook): MergeCase[] {
  return merged.doubts.map(({ looks: [a, b], why, isSame, said }): MergeCase => {
    const looks: [ReviewLook, ReviewLook] = [lookOf(a), lookOf(b)];
    return {
      formatVersion: 1,
      id: idOf('merge', looks.map(({ look }) => look).toSorted()),
      type: 'merge',
      why,
      looks,
      assumed: isSame ? 'same' : 'different',
      said: said.map((one) => (one ? 'same' : 'different')),
      decision: null,
    };
  });
}

function splitCases(
  dispersed: readonly Dispersed[],
  {
    lookOf,
    ofState,
  }: { readonly lookOf: (place: number) => ReviewLook; readonly ofState: (state: number) => ReviewLook },
): MergeCase[] {
  return dispersed
    .filter(({ groups }) => groups.length > 1)
    .map(({ p, actions, groups }): MergeCase => {
      const shown = groups.map((group) => group.map(lookOf));
      return {
        formatVersion: 1,
        id: idOf(
          'split',
          shown
            .flat()
            .map(({ look }) => look)
            .toSorted(),
        ),
        type: 'split',
        why: actions
          .slice(0, 3)
          .map(({ action, looksByTarget }) => {
            const counts = [...looksByTarget].map(
              ([state, looks]) => `${ofState(state).node} (${looks.length})`,
            );
            return `${describeAction(action)} led to ${counts.join(', ')}`;
          })
          .join('; '),
        groups: shown,
        p,
        decision: null,
      };
    });
}

function edgeCases(common: readonly CommonAction[], ofState: (state: number) => ReviewLook): MergeCase[] {
  return common.map(({ type, state, target, box, element, seen }): MergeCase => {
    const [from, to] = [ofState(state), ofState(target)];
    return {
      formatVersion: 1,
      id: idOf('edge', [from.look, to.look, type, element]),
      type: 'edge',
      why: `${JSON.stringify(element)} led there from ${seen} states of the page`,
      from,
      to,
      action: { type, box },
      seen,
      decision: null,
    };
  });
}

function decided(one: MergeCase, before: MergeCase | undefined): MergeCase {
  if (before === undefined || before.decision === null) return one;
  if (one.type === 'merge' && before.type === 'merge') return { ...one, decision: before.decision };
  if (one.type === 'split' && before.type === 'split') return { ...one, decision: before.decision };
  if (one.type === 'edge' && before.type === 'edge') return { ...one, decision: before.decision };
  return one;
}

function idOf(type: string, parts: readonly string[]): string {
  return `${type}-${sha256(JSON.stringify(parts)).slice(0, 12)}`;
}

/** Screens of a case in the groups that it is about, for a page. */
export function sidesOf(one: MergeCase): readonly { readonly words: string; readonly look: ReviewLook }[] {
  switch (one.type) {
    case 'merge':
      return one.looks.map((look) => ({ words: look.node, look }));
    case 'split':
      return one.groups.flatMap((group, index) =>
        group.slice(0, MOST_SHOWN).map((look) => ({ words: `part ${index + 1}`, look })),
      );
    case 'edge':
      return [
        { words: `from ${one.from.node}`, look: one.from },
        { words: `to ${one.to.node}`, look: one.to },
      ];
    default:
      return one satisfies never;
  }
}

/** What a person's decisions say of pairs of looks. */
export function decisionsOf(cases: readonly MergeCase[]): readonly Decision[] {
  return cases.flatMap((one): Decision[] => {
    if (one.type === 'merge' && one.decision !== null) {
      return [{ looks: [one.looks[0].look, one.looks[1].look], isSame: one.decision === 'same' }];
    }
    if (one.type !== 'split' || one.decision === null) return [];
    if (one.decision === 'keep') {
      const [first, ...others] = one.groups.flat();
      return others.map(({ look }) => ({ looks: [first?.look ?? '', look], isSame: true }));
    }
    const firsts = one.groups.flatMap(([first]) => (first === undefined ? [] : [first.look]));
    return [
      ...one.groups.flatMap(([first, ...others]) =>
        others.map(({ look }): Decision => ({ looks: [first?.look ?? '', look], isSame: true })),
      ),
      ...firsts.flatMap((a, index) =>
        firsts.slice(index + 1).map((b): Decision => ({ looks: [a, b], isSame: false })),
      ),
    ];
  });
}
