export { answeringFromPage } from './ask-again.ts'
export { questionHandlers } from './routes.ts'
export {
  type KeptQuestion,
  purgeQuestions,
  type QuestionService,
  questionList,
  questionService,
} from './service.ts'
