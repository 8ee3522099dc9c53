;; Inner products of rows of 16-bit numbers with a question, eight at a time. `bytes` of a row, and of the question, is a multiple of 32 and more than 0;
;; `scores` gets a sum of 32 bits for each row. The bytes in dot.ts are made of this: `npx vitest run --project unit lib/memory/recall/retrieval/cached/dot` says how.
(module
  (memory (export "memory") 1)
  (func (export "score") (param $question i32) (param $row i32) (param $count i32) (param $bytes i32) (param $scores i32)
    (local $end i32) (local $at i32) (local $a v128) (local $b v128)
    (block $none
      (br_if $none (i32.eqz (local.get $count)))
      (loop $rows
        (local.set $a (v128.const i32x4 0 0 0 0))
        (local.set $b (v128.const i32x4 0 0 0 0))
        (local.set $at (local.get $question))
        (local.set $end (i32.add (local.get $row) (local.get $bytes)))
        (loop $numbers
          (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (v128.load (local.get $row)) (v128.load (local.get $at)))))
          (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (v128.load offset=16 (local.get $row)) (v128.load offset=16 (local.get $at)))))
          (local.set $at (i32.add (local.get $at) (i32.const 32)))
          (br_if $numbers (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 32))) (local.get $end))))
        (local.set $a (i32x4.add (local.get $a) (local.get $b)))
        (i32.store (local.get $scores)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $a)) (i32x4.extract_lane 1 (local.get $a)))
            (i32.add (i32x4.extract_lane 2 (local.get $a)) (i32x4.extract_lane 3 (local.get $a)))))
        (local.set $scores (i32.add (local.get $scores) (i32.const 4)))
        (br_if $rows (local.tee $count (i32.sub (local.get $count) (i32.const 1))))))))
