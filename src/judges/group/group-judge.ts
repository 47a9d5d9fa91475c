import { unknownVerdict, type Verdict } from '../../domain/scores/verdict.js';
import type { Judge, JudgeContext } from '../judge.js';

/** How several verdicts become one: what more than half of those that know say, or what all of them say. */
export type GroupRule = 'majority' | 'unanimity';

/** Role of a member, from 0, for a role of the judge: the first keeps the judge's own names. */
export function memberRole(role: string, member: number): string {
  return member === 0 ? role : `${role}-${member + 1}`;
}

/**
 * One judge asked of several models. The verdict is that of the group; the members' are in its details, and whose agreement that is
 * is counted over the pairs of members that know.
 */
export function groupJudge(judge: Judge, members: number, rule: GroupRule): Judge {
  const indices = Array.from({ length: members }, (_, index) => index);
  return {
    ...judge,
    name: judge.name,
    roles: indices.flatMap((member) => judge.roles.map((role) => memberRole(role, member))),
    identity: { ...judge.identity, group: { members, rule } },
    judge: async (input, context) => {
      const verdicts: Verdict[] = [];
      for (const member of indices) verdicts.push(await judge.judge(input, asMember(context, member)));
      return verdictOfGroup(verdicts, rule);
    },
  };
}

function asMember({ ask }: JudgeContext, member: number): JudgeContext {
  return {
    ask: (question) =>
      ask({
        ...question,
        role: memberRole(question.role, member),
        purpose: member === 0 ? question.purpose : `${question.purpose} of judge ${member + 1}`,
      }),
  };
}

/** What a group says. Who does not know has no vote; a tie, and members that differ where all have to agree, is unknown. */
export function verdictOfGroup(verdicts: readonly Verdict[], rule: GroupRule): Verdict {
  const known = verdicts.filter(({ outcome }) => outcome !== 'unknown');
  const votes = known.filter(({ outcome }) => outcome === 'success').length;
  const details = {
    group: {
      rule,
      outcomes: verdicts.map(({ outcome }) => outcome),
      agreement: agreementOf(votes, known.length),
      explanations: verdicts.map(({ explanation }) => explanation),
    },
  };
  const outcome = decide(votes, known.length, verdicts.length, rule);
  if (outcome === null) {
    return unknownVerdict(
      `the judges do not agree: ${votes} of ${known.length} that know say success`,
      details,
    );
  }
  const chosen = known.find((one) => one.outcome === outcome);
  if (chosen === undefined) return unknownVerdict('no judge knows', details);
  const steps = known.filter((one) => one.outcome === outcome).flatMap((one) => one.steps);
  return {
    ...chosen,
    steps: [...new Set(steps)].toSorted((a, b) => a - b),
    details: { ...chosen.details, ...details },
  };
}

function decide(votes: number, known: number, all: number, rule: GroupRule): 'success' | 'failure' | null {
  if (rule === 'unanimity') {
    if (known < all) return null;
    return votes === all ? 'success' : votes === 0 ? 'failure' : null;
  }
  if (votes * 2 === known) return null;
  return votes * 2 > known ? 'success' : 'failure';
}

/** Share of the pairs of judges that say the same; null below two. */
function agreementOf(votes: number, known: number): number | null {
  if (known < 2) return null;
  const pairs = (count: number): number => (count * (count - 1)) / 2;
  return (pairs(votes) + pairs(known - votes)) / pairs(known);
}
