export type { EpisodeFinding } from '../domain/scores/episode-finding.js';
export { actionKey } from './action-key.js';
export { isSameScreen } from './same-screen.js';
export { defineScanner } from './scanner.js';
export type { ScannedEpisode, Scanner, ScannerAsking, ScannerFinding, ScannerResult } from './scanner.js';
