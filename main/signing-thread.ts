/** Entry of the worker threads that sign receipts, checkpoints and pulses. */
import { parentPort } from 'node:worker_threads'
import { signingTasks } from './entropy/issuing/signing/tasks'
import { leaveCoresToTheService } from './worker/priority'
import { serveTasks } from './worker/thread-server'

leaveCoresToTheService()
serveTasks(parentPort!, signingTasks())
