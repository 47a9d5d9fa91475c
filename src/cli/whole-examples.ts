import { benchmarkExamples } from '../app/help/benchmark-examples.js';
import type { CommandContext } from './command-context.js';

/** Examples of the whole program, one for each thing that most users want. */
export function wholeExamples({
  namedBenchmarks,
}: Pick<CommandContext, 'namedBenchmarks'>): readonly string[] {
  return [
    'touchstone demo  every model-free agent on the bundled phone',
    ...benchmarkExamples('touchstone', 2, namedBenchmarks),
    'touchstone run ./my-world --agent direct --model NAME --base-url http://localhost:8000/v1',
    'touchstone resume RUN  go on after an interruption',
    'touchstone lint ./my-world  what is wrong with a world, and which tasks can be solved',
    'touchstone compare RUN RUN  whether two runs differ, and on which tasks',
  ];
}
