/**
 * Logistic regression with an L2 penalty, by Newton's method: deterministic, no library's random start. `offsets` are log-odds that
 * rows have besides.
 */
export function fit(
  rows: readonly Float64Array[],
  labels: readonly boolean[],
  weights: readonly number[],
  penalty = 0.3,
  offsets: readonly number[] = [],
): Float64Array {
  const size = (rows[0] as Float64Array).length;
  const model = new Float64Array(size);
  for (let round = 0; round < 30; round++) {
    const gradient = new Float64Array(size);
    const hessian = Array.from({ length: size }, () => new Float64Array(size));
    rows.forEach((row, index) => {
      const weight = weights[index] as number;
      const probability = 1 / (1 + Math.exp(-dot(row, model) - (offsets[index] ?? 0)));
      const error = weight * (Number(labels[index]) - probability);
      const curvature = weight * Math.max(1e-6, probability * (1 - probability));
      for (let i = 0; i < size; i++) {
        const value = row[i] as number;
        if (value === 0) continue;
        gradient[i] = (gradient[i] as number) + error * value;
        const line = hessian[i] as Float64Array;
        for (let j = 0; j < size; j++) line[j] = (line[j] as number) + curvature * value * (row[j] as number);
      }
    });
    for (let i = 0; i < size; i++) {
      const strength = i === 0 ? penalty / 10 : penalty;
      gradient[i] = (gradient[i] as number) - strength * (model[i] as number);
      const line = hessian[i] as Float64Array;
      line[i] = (line[i] as number) + strength;
    }
    const change = solve(hessian, gradient);
    let largest = 0;
    for (let i = 0; i < size; i++) {
      model[i] = (model[i] as number) + (change[i] as number);
      largest = Math.max(largest, Math.abs(change[i] as number));
    }
    if (largest < 1e-6) break;
  }
  return model;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number);
  return sum;
}

/** Gaussian elimination with pivoting; the penalty keeps the matrix regular. */
function solve(matrix: Float64Array[], vector: Float64Array): Float64Array {
  const size = vector.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(at(matrix, row, column)) > Math.abs(at(matrix, pivot, column))) pivot = row;
    }
    [matrix[column], matrix[pivot]] = [matrix[pivot] as Float64Array, matrix[column] as Float64Array];
    [vector[column], vector[pivot]] = [vector[pivot] as number, vector[column] as number];
    for (let row = column + 1; row < size; row++) {
      const factor = at(matrix, row, column) / at(matrix, column, column);
      if (factor === 0) continue;
      const line = matrix[row] as Float64Array;
      for (let k = column; k < size; k++) line[k] = (line[k] as number) - factor * at(matrix, column, k);
      vector[row] = (vector[row] as number) - factor * (vector[column] as number);
    }
  }
  for (let row = size - 1; row >= 0; row--) {
    let sum = vector[row] as number;
    for (let k = row + 1; k < size; k++) sum -= at(matrix, row, k) * (vector[k] as number);
    vector[row] = sum / at(matrix, row, row);
  }
  return vector;
}

function at(matrix: readonly Float64Array[], row: number, column: number): number {
  return (matrix[row] as Float64Array)[column] as number;
}
