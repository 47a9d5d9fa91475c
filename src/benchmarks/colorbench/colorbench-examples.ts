import type { BenchmarkDefinition } from '../benchmark.js';

/** What help shows commands with. */
export const COLORBENCH_EXAMPLES: NonNullable<BenchmarkDefinition['examples']> = {
  touchstone: ['touchstone run colorbench --data DIR --agent oracle  a benchmark whose data you have'],
  run: [
    'touchstone run colorbench --data ColorBench/data --repair --agent oracle --mode reference --max-steps 200 --repeats 10',
    'touchstone run colorbench --data ColorBench/data --repair --agent direct --model NAME --base-url http://localhost:8000/v1',
  ],
  reproduce: [
    'touchstone reproduce colorbench/table-2  how its rows are run, and the published numbers',
    'touchstone reproduce colorbench/table-2 --row gui-owl-7b --data ColorBench/data --model NAME --base-url http://localhost:8000/v1',
    'touchstone reproduce colorbench/table-3 --collate  the runs of its rows that are there, next to the published numbers',
  ],
  stats: [
    'touchstone stats colorbench --data DIR --actions-of RUN  what agents did on each screen, as the paper counts in Figure 4',
  ],
  score: ["touchstone score colorbench --data DIR --trajectories FOLDER  a run of ColorBench's own scripts"],
  lint: [
    'touchstone lint colorbench --data ColorBench/data --repair  writes the comma that the published tasks.json lacks',
  ],
  audit: ['touchstone audit colorbench --data ColorBench/data --repeats 5'],
  data: ['touchstone data check colorbench ColorBench/data'],
  'data check': ['touchstone data check colorbench ColorBench/data'],
  'phone run': [
    "touchstone phone run colorbench --data ColorBench/data --repair -- python3 run.py --task '{instruction}' --max-rounds '{max_steps}'",
  ],
};
