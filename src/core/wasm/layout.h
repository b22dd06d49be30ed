/* layout.h: what JavaScript and C share: the place of structures and their members, and named numbers.
 *
 * layout.c is compiled to a tiny module of its own, which is not shipped; the build asks it and writes
 * src/js/generated/layout.js. So an offset is written down nowhere: to share a member, add its line.
 */
#ifndef NUCLEUS_LAYOUT_H
#define NUCLEUS_LAYOUT_H

#include "../nucleus.h"

// A place for every structure that crosses the boundary. One is enough for all calls, nested ones
// included: arguments are copied before a callback runs, results are read before the next call.
typedef struct {
  nucleus_options options;
  nucleus_penalties penalties;
  nucleus_row row;
  nucleus_result result;
  double number;
  nucleus_step step;
  nucleus_inspection inspection;
  nucleus_evaluation evaluation;
  nucleus_generation *generation;
  size_t count;
  nucleus_generator generator;
  nucleus_choice choices[NUCLEUS_MOST_LOGPROBS];
} nucleus_exchange;

// MEMBER(nucleus_policy, top_p) is POLICY_TOP_P in JavaScript, an offset in bytes; SIZE(nucleus_result) is
// RESULT_SIZE, in bytes; NUMBER(NUCLEUS_FLOAT64) is FLOAT64.
#define NUCLEUS_LAYOUT(MEMBER, SIZE, NUMBER)     \
  MEMBER(nucleus_exchange, options)              \
  MEMBER(nucleus_exchange, penalties)            \
  MEMBER(nucleus_exchange, row)                  \
  MEMBER(nucleus_exchange, result)               \
  MEMBER(nucleus_exchange, number)               \
  MEMBER(nucleus_exchange, step)                 \
  MEMBER(nucleus_exchange, inspection)           \
  MEMBER(nucleus_exchange, evaluation)           \
  MEMBER(nucleus_exchange, generation)           \
  MEMBER(nucleus_exchange, count)                \
  MEMBER(nucleus_exchange, generator)            \
  MEMBER(nucleus_exchange, choices)              \
                                                 \
  MEMBER(nucleus_policy, temperature)            \
  MEMBER(nucleus_policy, top_p)                  \
  MEMBER(nucleus_policy, min_p)                  \
  MEMBER(nucleus_policy, top_k)                  \
  MEMBER(nucleus_policy, penalties)              \
                                                 \
  MEMBER(nucleus_penalties, repetition)          \
  MEMBER(nucleus_penalties, presence)            \
  MEMBER(nucleus_penalties, frequency)           \
  MEMBER(nucleus_penalties, ids)                 \
  MEMBER(nucleus_penalties, count)               \
  MEMBER(nucleus_penalties, prompt_length)       \
  MEMBER(nucleus_penalties, bias_ids)            \
  MEMBER(nucleus_penalties, biases)              \
  MEMBER(nucleus_penalties, bias_count)          \
                                                 \
  MEMBER(nucleus_options, policy)                \
  MEMBER(nucleus_options, seed)                  \
  MEMBER(nucleus_options, max_tokens)            \
  MEMBER(nucleus_options, context_size)          \
  MEMBER(nucleus_options, eos_ids)               \
  MEMBER(nucleus_options, eos_count)             \
  MEMBER(nucleus_options, on_step)               \
  MEMBER(nucleus_options, seeding)               \
  MEMBER(nucleus_options, logprobs)              \
  MEMBER(nucleus_options, top_logprobs)          \
  SIZE(nucleus_options)                          \
                                                 \
  MEMBER(nucleus_row, scores)                    \
  MEMBER(nucleus_row, length)                    \
  MEMBER(nucleus_row, precision)                 \
                                                 \
  MEMBER(nucleus_result, ids)                    \
  MEMBER(nucleus_result, length)                 \
  MEMBER(nucleus_result, stop_reason)            \
  SIZE(nucleus_result)                           \
                                                 \
  MEMBER(nucleus_step, step)                     \
  MEMBER(nucleus_step, probability)              \
  MEMBER(nucleus_step, kept_mass)                \
  MEMBER(nucleus_step, entropy_bits)             \
  MEMBER(nucleus_step, id)                       \
  MEMBER(nucleus_step, rank)                     \
  MEMBER(nucleus_step, kept)                     \
  MEMBER(nucleus_step, logprob)                  \
  MEMBER(nucleus_step, top)                      \
  MEMBER(nucleus_step, top_count)                \
                                                 \
  MEMBER(nucleus_choice, id)                     \
  MEMBER(nucleus_choice, logprob)                \
  MEMBER(nucleus_choice, probability)            \
  SIZE(nucleus_choice)                           \
                                                 \
  MEMBER(nucleus_inspection, softmax)            \
  MEMBER(nucleus_inspection, order)              \
  MEMBER(nucleus_inspection, cumulative)         \
  MEMBER(nucleus_inspection, probabilities)      \
  MEMBER(nucleus_inspection, luck)               \
  MEMBER(nucleus_inspection, scores)             \
  MEMBER(nucleus_inspection, cut_order)          \
  MEMBER(nucleus_inspection, ranks)              \
  MEMBER(nucleus_inspection, length)             \
  MEMBER(nucleus_inspection, survivors)          \
  MEMBER(nucleus_inspection, entropy_bits_after) \
  MEMBER(nucleus_inspection, crossing)           \
  MEMBER(nucleus_inspection, step)               \
                                                 \
  MEMBER(nucleus_evaluation, logprob)            \
  MEMBER(nucleus_evaluation, probability)        \
  MEMBER(nucleus_evaluation, rank)               \
  MEMBER(nucleus_evaluation, survives)           \
                                                 \
  SIZE(nucleus_generator)                        \
                                                 \
  NUMBER(NUCLEUS_FLOAT32)                        \
  NUMBER(NUCLEUS_FLOAT64)                        \
  NUMBER(NUCLEUS_SEED_PER_STEP)                  \
  NUMBER(NUCLEUS_SEED_PER_CALL)                  \
  NUMBER(NUCLEUS_STOP_NONE)                      \
  NUMBER(NUCLEUS_STOP_EOS)                       \
  NUMBER(NUCLEUS_STOP_LENGTH)                    \
  NUMBER(NUCLEUS_ERROR_MEMORY)                   \
  NUMBER(NUCLEUS_ERROR_EMPTY_ROW)                \
  NUMBER(NUCLEUS_ERROR_SCORE)                    \
  NUMBER(NUCLEUS_ERROR_ALL_MASKED)               \
  NUMBER(NUCLEUS_ERROR_WEIGHT)                   \
  NUMBER(NUCLEUS_ERROR_NO_WEIGHT)                \
  NUMBER(NUCLEUS_ERROR_BIAS_ID)                  \
  NUMBER(NUCLEUS_ERROR_INCLUDE)                  \
  NUMBER(NUCLEUS_ERROR_OVERFLOW)

#endif
