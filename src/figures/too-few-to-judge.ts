/** With fewer answers on a side, nothing tells whether a single prompt moved. */
const fewestAnswers = 10;

/** Whether a prompt's move is not judged because it has too few answers; otherwise it is failed calls that leave it open. */
export const isTooFewToJudge = (answersBefore: number, answers: number): boolean =>
  Math.min(answersBefore, answers) < fewestAnswers;
