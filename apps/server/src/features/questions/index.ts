export { pageAnswererFinder } from './current-answers.ts'
export { questionHandlers } from './routes.ts'
export {
  purgeQuestions,
  type QuestionRecorder,
  questionRecorder,
  questionService,
  type VisitorQuestion,
} from './service.ts'
