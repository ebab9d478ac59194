export { type KeptQuestion, purgeQuestions, type QuestionService, questionService } from './service.ts'
