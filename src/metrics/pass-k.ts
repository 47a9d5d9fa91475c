/**
 * Chance that at least one of `k` attempts drawn from `n` succeeds, `correct` of which did. Null where k > n.
 *
 * pass@k = 1 - C(n-c, k) / C(n, k). Source: Chen et al. 2021 (Evaluating Large Language Models Trained on Code).
 */
export function passAtK(n: number, correct: number, k: number): number | null {
  return k > n ? null : 1 - drawAll(n, n - correct, k);
}

/**
 * Chance that all of `k` attempts drawn from `n` succeed, `correct` of which did. Null where k > n.
 *
 * pass^k = C(c, k) / C(n, k). Source: Yao et al. 2024 (τ-bench).
 */
export function passHatK(n: number, correct: number, k: number): number | null {
  return k > n ? null : drawAll(n, correct, k);
}

/** C(marked, k) / C(n, k): the chance that k draws without putting back are all among the marked. */
function drawAll(n: number, marked: number, k: number): number {
  let chance = 1;
  for (let draw = 0; draw < k; draw += 1) chance *= Math.max(0, marked - draw) / (n - draw);
  return chance;
}
