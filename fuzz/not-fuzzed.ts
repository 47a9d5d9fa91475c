/** Functions whose names say that they read, and why no reader of `fuzz/` calls them on its own. */
export const NOT_FUZZED: Readonly<Record<string, string>> = {
  'app/trust/own-key.ts readKey': 'a file of our own, for its owner alone',
  'app/build/merge/merge-sources.ts readMergeSource': 'reads a folder with readers that are fuzzed',
  'builder/merge/picture-words.ts readWordsOf': 'cuts an answer into words',
  'builder/merge/same-screen-question.ts readSame': 'looks for two words in an answer',
  'builder/world/read-hierarchies.ts readHierarchies': 'hands bytes to readableHierarchy, which is fuzzed',
  'builder/world/read-hierarchies.ts readHierarchy': 'hands bytes to readableHierarchy, which is fuzzed',
  'formats/merge-review/read-merge-review.ts readMergeReview':
    'takes lines through parseJsonLine into a schema, as readTaskReview does, which is fuzzed',
  'formats/survey/read-survey.ts readSurvey': 'takes the events of readEvents, whose lines are fuzzed',
  'app/build/fill-misses.ts readMisses': 'takes lines of JSON.parse into a schema',
  'app/fork/fork-changes.ts readChanges': 'divides words of the command line at =',
  'app/fork/fork-changes.ts parseChanges': 'puts settings of the command line through their own parsers',
  'app/scan/scan-episode.ts scanEpisode': 'hands an episode to scanners',
  'app/scan/scan-run.ts scanRun': 'hands the episodes of a run to scanners',
  'app/view/read-episode.ts readEpisode': 'takes the events of readEvents, whose lines are fuzzed',
  'formats/labels/episode-labels.ts readEpisodeLabels':
    'takes the lines of a side-file into a schema, as readRunNotes does, which is fuzzed',
  'formats/run/read-first-steps.ts readFirstSteps': 'takes the events of readEvents, whose lines are fuzzed',
  'formats/side-files/read-side-lines.ts readSideLines': 'reads the lines of readRunNotes, which is fuzzed',
  'observations/pictures/open-picture.ts loadPictures': 'loads the library that pictures are fuzzed with',
  'storage/tables/kept-listing.ts readListing': 'takes rows of our own index, as keepListing wrote them',
  'http/read-body.ts readBody': 'takes what JSON.parse made of a request into a schema',
  'environments/chromium/live-screen.ts readScreen': 'puts together what the page reader gave',
  'environments/android/adb/device-identity.ts readIdentity': 'asks a device, whose answers are fuzzed',
  'app/view/viewer-files.ts readViewerFile': 'reads the bytes of a file of the build whatever it holds',
  'cli/help/help-file.ts readHelpFile': 'a file of the build, next to the program that it is of',
  'agents/prompting/read-answer.ts readActions': 'hands an answer to a dialect, which is fuzzed',
  'agents/prompting/repair-answer.ts readRepaired':
    'asks a model again and hands its answer to a dialect, which is fuzzed',
  'benchmarks/colorbench/read-graph.ts readColorbenchGraph':
    'reads the bytes of a file for parseColorbenchGraph',
  'benchmarks/colorbench/read-tasks.ts readColorbenchTasks':
    'reads the text of a file for parseColorbenchTasks',
  'benchmarks/probench/tasks/read-tasks.ts readProbenchTasks':
    'reads the texts of files for parseProbenchTasks',
  'benchmarks/androidlens/dynamic/dynamic-options.ts readStepLimit': 'takes two numbers of settings',
  'benchmarks/androidlens/dynamic/read-recorded-tasks.ts readRecordedTasks':
    'reads annotations, which are fuzzed, for readJudgedMilestones',
  'benchmarks/androidlens/judges/judge-options.ts readJudgeOptions': 'takes words of a list from settings',
  'benchmarks/guiodyssey/predictions/score-predictions.ts readPrediction':
    'takes records of readJsonRecords into a schema',
  'benchmarks/stepwise/split-files.ts readSplitLists':
    'reads a file for the splits of datasets, which are fuzzed',
  'app/settings/load-settings.ts loadSettings': 'joins readConfig and resolveSettings, which are fuzzed',
  'benchmarks/data-check/read-picture-size.ts readPictureSize':
    'reads the beginning of a file for pictureSize',
  'app/parse/open-parser.ts readAnswerFile': 'reads the bytes of a file whatever it holds',
  'app/run/role-profiles.ts readRoleProfiles':
    'reads model profiles, which are fuzzed, by the names of roles',
  'benchmarks/suite/lint/node-pages.ts readNodePages':
    'hands the hierarchies of a world to parseHierarchy, which is fuzzed',
  'benchmarks/suite/test-cases/suite-object.ts parseSuiteObject':
    'takes the value of parseJson through the frame of parseSuite',
  'environments/android/driver/screen-facts.ts readFocus': 'asks a device, whose answers are fuzzed',
  'environments/android/driver/screen-facts.ts readScreenStateOf': 'asks a device, whose answers are fuzzed',
  'environments/android/driver/screen-facts.ts readDisplayFacts': 'asks a device, whose answers are fuzzed',
  'exports/training/reads-back.ts readBack': 'compares actions of our own',
  'files/read-bytes.ts readSmall': 'reads a file whatever it holds',
  'files/read-bytes.ts readBytes': 'reads a file whatever it holds',
  'files/read-bytes.ts readBytesSync': 'reads a file whatever it holds',
  'files/read-bytes.ts readWhole': 'reads a file whatever it holds',
  'files/read-head.ts readHead': 'reads the beginning of a file whatever it holds',
  'files/read-head.ts readHeadSync': 'reads the beginning of a file whatever it holds',
  'formats/android/read-android.ts readAndroid': 'reads the text of a file for parseAndroidFile',
  'formats/graph/read-graph.ts readGraph': 'reads the text of a file for parseGraphFile',
  'formats/graph/read-graph.ts readGraphFile': 'reads the text of a file for parseGraphFile',
  'formats/test-cases/read-workbook.ts readWorkbook':
    'gives what unpackWorkbook lets through to a package, in a process of its own for each file',
  'formats/json-scan.ts scanJson': 'is what readJsonFile and readJsonRecords call where JSON cannot be read',
  'formats/live/read-live.ts readLive': 'reads the text of a file for parseLiveFile',
  'formats/read-json-file.ts readJsonFile': 'is what most readers of files call',
  'formats/read-json-file.ts readTextFile': 'reads a file for decodeUtf8',
  'builder/asking/read-object.ts readObject':
    'takes what readLooseJson, which is fuzzed, has read into a schema',
  'builder/annotate/annotation-questions.ts readAnnotation':
    'takes what JSON.parse made of an answer into a schema',
  'builder/tasks/task-prompts.ts readProposal': 'takes what readObject has read into a schema',
  'builder/tasks/task-prompts.ts readWordingCheck': 'takes what readObject has read into a schema',
  'formats/annotations/read-annotations.ts readAnnotations': 'reads the text of a file for parseAnnotations',
  'formats/annotations/read-annotations.ts readVerdicts': 'reads the text of a file for parseVerdicts',
  'formats/annotations/read-annotations.ts readQualityReview':
    'reads the text of a file for parseQualityReview',
  'formats/suite/read-questions.ts readQuestions': 'reads the text of a file for parseQuestions',
  'formats/suite/read-suite.ts readSuite': 'reads the text of a file for parseSuite',
  'models/prompt-sources/catalogue/read-catalogue.ts readCatalogue': 'files of our own',
  'models/readers/reading.ts readChecked': 'is what the readers of answers call',
  'phone/screens/screen-pictures.ts loadEncoder': 'loads a package; nothing is read',
  'registry/plugins/load-module.ts loadModule': 'runs code that the user names; nothing is parsed',
  'registry/plugins/load-plugin.ts loadPlugin': 'runs code that the user names; nothing is parsed',
  'registry/plugins/read-plugin.ts readPlugin': 'takes a value of code that has run already',
  'report/html/read-unfinished.ts readUnfinished': 'picks from events that were read',
  'report/html/viewer-assets.ts loadViewer': 'reads files of our own',
};
