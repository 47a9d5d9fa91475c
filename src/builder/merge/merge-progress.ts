/**
 * Callback after each thing that merging has looked at.
 *
 * @param of hierarchies of screens, pictures of screens, pictures whose words are read, pairs that rules are not sure of; in this order
 * @param total how many there are of them
 */
export type MergeProgress = (of: 'screens' | 'pictures' | 'words' | 'pairs', total: number) => void;
